"""Studies with people: the plan of one, who took part, what each of them did and said, and what may be known of it."""
