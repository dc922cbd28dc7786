"""The command line: one file a command. Imports of what a command needs stand inside it."""
