"""Lessons are cached: equal requests share one build."""

from dataclasses import replace

from kernviz.lessons import data_and_kernel, page


def test_classmates_share_a_lesson_and_others_do_not() -> None:
    svm, ridge = page.pages()["svm"], page.pages()["ridge"]
    said = {"data": ["moons"], "n": ["20"], "k": ["rbf(gamma=2)"]}
    first, second = (page.read(svm, data_and_kernel.read(said, {}), said) for _ in range(2))
    assert first is not second
    assert page.built_once(svm, first) is page.built_once(svm, second)
    assert page.built_once(svm, replace(first, C=2.0)) is not page.built_once(svm, first)
    assert page.built_once(ridge, page.read(ridge, data_and_kernel.read(said, {}), said)) is not page.built_once(
        svm, first
    )
