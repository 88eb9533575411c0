"""Second view: a support vector machine compared with nearest neighbours."""
