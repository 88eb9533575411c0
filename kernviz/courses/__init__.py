"""Courses of steps that ask before they show.

Each course is one file in lectures/. Every answer is judged by computing.
"""
