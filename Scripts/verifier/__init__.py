"""Verifiers of result folders, one for each market; Scripts/verify.py runs them."""
