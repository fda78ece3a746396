"""O1-O5: the automated opponent of the solo game: it finds its actions by trying them out.

Its turn is one frame at the bottom of the stack (`frames.BOT_TURN`); how far down its table it has
searched stands in fields of the record (`search`). A plan is a script: the answers of the action
line that carry out a cell. What the script does not say, `choices` answers. Nothing is random.

The engine knows it by four hooks (see `core.hooks`): `seat.is_own_turn` and `turn.play_own`, its
turn; `seat.is_own` and `trials.own_answer`, what others ask of it. `table` holds the seven rows of
O8, `market`, `purchases`, `ops` and `money` the means, `trials` tries them out on copies, `aims`
says in words what it was after. `setup` deals the solo game.
"""
