"""The pages of courses: ask a step, take and judge the answer, show the solution."""
