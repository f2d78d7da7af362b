"""Studies with people: the plan, who took part, what each of them did and said, and how a visit goes from consent to goodbye."""
