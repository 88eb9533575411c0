"""The pages of courses: a step asked, answered, judged and shown."""
