"""Collaborative self-play: a small society with different search tools answers together, at the least effort.

After "Don't lie to your friends: Learning what you know from collaborative self-play"; sections, theorems and tables named in this
package are those of that paper.
"""
