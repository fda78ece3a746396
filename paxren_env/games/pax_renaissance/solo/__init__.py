"""O1-O5: the automated opponent of the solo game: it finds its actions by trying them out.

Its turn is one frame at the bottom of the stack (`frames.BOT_TURN`) that says how far down the
table it has searched. A plan is a script: the answers of the action line that carry out a cell.
What the script does not say, `rules.o_choices` answers. Nothing is random.
"""
