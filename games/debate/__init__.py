"""Debate: agents answer, read each other and answer again, and errors spread from one to the next.

After the Woozle effect in multi-agent debate and DIGRA, which chooses for every agent whom to listen to. Sections named in this
package are those of that paper. Pooh and Piglet followed their own footprints around a spinney, and took them for a Woozle's.
"""
