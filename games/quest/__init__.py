"""Hallucination Quest: who summarises the same passages most faithfully for the least effort.

After MAS-HQ, a multi-agent testbed in which agents summarise, look at their own worst summary again, and pay for every call, token,
review and second. A review shows something of one's hand to the rivals. Sections named in this package are those of that paper.
"""
