"""What can be said: findings, their codes and pages, and how they are shown. Knows no file and no rule."""
