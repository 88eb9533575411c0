"""Lessons are cached: equal requests share one build."""

from dataclasses import replace

from kernviz.grid_size import half
from kernviz.lessons import data_and_kernel, page


def test_equal_states_share_a_lesson_and_others_do_not() -> None:
    svm, ridge = page.pages()["svm"], page.pages()["ridge"]
    params = {"data": ["moons"], "n": ["20"], "k": ["rbf(gamma=2)"]}
    first, second = (page.read(svm, data_and_kernel.read(params, {}), params) for _ in range(2))
    assert first is not second
    assert page.built_once(svm, first) is page.built_once(svm, second)
    assert page.built_once(svm, replace(first, C=2.0)) is not page.built_once(svm, first)
    assert page.built_once(ridge, page.read(ridge, data_and_kernel.read(params, {}), params)) is not page.built_once(
        svm, first
    )


def test_a_lesson_is_built_as_long_as_the_cache_has_it() -> None:
    svm, params = page.pages()["svm"], {"data": ["moons"], "n": ["21"], "k": ["rbf(gamma=2)"]}
    state = page.read(svm, data_and_kernel.read(params, {}), params)
    page.built_once.cache_clear()  # type: ignore[attr-defined]
    assert not page.is_built(svm, state)
    lesson = page.build(svm, state)
    assert page.is_built(svm, state)
    with half():
        assert not page.is_built(svm, state)
    assert not page.is_built(svm, replace(state, C=2.0))
    assert page.build(svm, state) is lesson
    page.built_once.cache_clear()  # type: ignore[attr-defined]
    assert not page.is_built(svm, state)
