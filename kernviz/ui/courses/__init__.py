"""The pages of courses.

They ask a step, take and judge the answer, and show the solution.
"""
