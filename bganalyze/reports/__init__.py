"""Answers for people: boards and legal plays around a finding, tables."""
