"""What the stored analysis of a record says in numbers: decisions, errors, luck, statistics. Knows no data frame."""
