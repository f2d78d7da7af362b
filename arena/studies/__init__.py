"""Human studies: the plan, the participants with their data, and each visit from consent to goodbye."""
