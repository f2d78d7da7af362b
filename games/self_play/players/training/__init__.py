"""Learning from a model's own good games: rollouts of self-play, the selection of good ones, and fine-tuning on them.

The method is that of "Don't lie to your friends: learning what you know from collaborative self-play" (sections 3 and 5):
reinforced self-training (ReST) on the best rollout of the best sequence of actions for each question.
"""
