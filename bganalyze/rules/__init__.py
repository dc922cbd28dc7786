"""What may be played: rule sets as data, plays, cube, outcome of a game. Pure functions; knows no file."""
