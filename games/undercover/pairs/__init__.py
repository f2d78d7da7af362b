"""Pairs of pictures: drawn, from files and benchmarks, and counterfactuals in the making."""
