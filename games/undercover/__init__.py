"""Undercover: one seat holds a counterfactual copy of the picture that everybody reasons about; find it (MUG, arXiv 2511.11182).

The picture's change is known, so a vote is a test of hallucination with ground truth: who misreads the picture, or is talked into
what is not in it, votes for the wrong seat.
"""
