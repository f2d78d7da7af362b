"""Claims checked as the public QUACK pipeline checks them, its oddities included, from native records alone.

`Reconstruction(record)` is what that pipeline makes of a match; everything else here judges by it. It knows where everyone was as
a tick ended, not who saw whom when. `docs/claims.md` tells what that is worth.
"""
