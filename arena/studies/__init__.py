"""Human studies: the plan, the participants and what they did, and each visit from consent to goodbye."""
