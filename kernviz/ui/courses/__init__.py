"""The pages of courses, of the two quizzes, and of practice."""
