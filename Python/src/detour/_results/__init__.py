"""What runs and studies leave behind."""
