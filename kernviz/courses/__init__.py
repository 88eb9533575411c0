"""Courses of steps that ask before they show; one file in lectures/ each, every answer judged by computing."""
