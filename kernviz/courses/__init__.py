"""Courses of steps that ask before they show."""
