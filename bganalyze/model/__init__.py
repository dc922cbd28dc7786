"""What things are: positions, match states, actions as written, records.

Knows no file format, no rule and no text of a message.
"""
