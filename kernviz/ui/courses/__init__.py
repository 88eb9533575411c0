"""The pages of courses, of the two quizzes, and of practice.

They ask a question, take and judge the answer, and show the solution.
"""
