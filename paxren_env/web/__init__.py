"""The table in the browser: `paxren web`.

It knows no game: what is asked comes from the options of a game, what is shown from its words and
its picture.
"""
