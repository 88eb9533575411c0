"""Courses: steps that ask before they show. A course is one file in lectures/; every answer is judged by computing."""
