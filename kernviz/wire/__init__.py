"""Pictures on their way to a browser: small while they move, exact at rest."""
