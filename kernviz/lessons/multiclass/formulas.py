"""Objective of the single-program strategy, written out."""

SINGLE_OBJECTIVE = (
    r"\begin{aligned}&\min\ \textstyle\tfrac12\sum_c\|w_c\|^2 + C‹\sum_i›‹\xi_i›\\ "
    r"&‹\f›_{‹\y_i›}(‹\x_i›) - ‹\f›_c(‹\x_i›)\ \ge\ 1-‹\xi_i›\quad (c\ne ‹\y_i›)\end{aligned}"
)
