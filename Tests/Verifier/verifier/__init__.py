"""Verifiers of result folders, one for each market; Tests/Verifier/verify.py runs them."""
