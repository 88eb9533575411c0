"""Errors of models that refuse to be trained on given data."""

from __future__ import annotations

from collections.abc import Callable

from kernviz.wording import say


class RefusedError(ValueError):
    """Refusal to train a model on the given data.

    ``reason`` says why. If a model has one machine per class or pair of classes, ``machine``
    holds the classes concerned as 0…k−1. ``class_names`` are then their names. Otherwise both
    are ().
    """

    machine: tuple[int, ...] = ()
    class_names: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Return the refusal's reason without the machine it concerns."""
        return super().__str__()

    def __str__(self) -> str:
        if not self.machine:
            return self.reason
        others = say("class {name}", name=self.class_names[1]) if len(self.class_names) > 1 else say("the rest")
        return say(
            "class {name} against {others}: {reason}", name=self.class_names[0], others=others, reason=self.reason
        )


class PairError(ValueError):
    """Refusal of the kernel values of two points.

    Its message numbers points from 0, ``from_one`` from 1.
    """

    def __init__(self, words: Callable[[int, int], str], i: int, j: int) -> None:
        super().__init__(words(i, j))
        self.from_one = words(i + 1, j + 1)


class NotAKernelError(RefusedError):
    """Refusal of a Gram matrix that is not positive semi-definite.

    The Gram matrix is that of the training points. ``smallest`` and ``largest`` are its extreme
    eigenvalues; with ``of_centred`` those of the centred Gram matrix. An eigenvalue below
    −``tolerance`` is negative by more than rounding.
    """

    def __init__(self, smallest: float, largest: float, *, of_centred: bool = False, tolerance: float = 0.0) -> None:
        super().__init__(
            say(
                "not a kernel on these points: smallest eigenvalue {smallest:.4g}, largest {largest:.4g} of their "
                "centred Gram matrix, and none may be negative. Use another kernel: kernviz.judge(kernel) shows what "
                "is wrong with this one",
                smallest=smallest,
                largest=largest,
            )
            if of_centred
            else say(
                "not a kernel on these points: smallest eigenvalue {smallest:.4g}, largest {largest:.4g} of their Gram "
                "matrix, and none may be negative. Use another kernel: kernviz.judge(kernel) shows what is wrong with "
                "this one",
                smallest=smallest,
                largest=largest,
            )
        )
        self.smallest, self.largest, self.of_centred, self.tolerance = smallest, largest, of_centred, tolerance
