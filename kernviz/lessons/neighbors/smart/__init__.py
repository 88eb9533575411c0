"""Second view: a support vector machine beside the vote of neighbours."""
