"""Decision procedure for whether a function is a kernel.

The parts are a proof tree, a search for a witness, and three verdicts.
"""

from kernviz.mercer.judge import judge
from kernviz.mercer.judgement import Judgement, Verdict
from kernviz.mercer.proof import Proof, ProofStep
from kernviz.mercer.prover import prove
from kernviz.mercer.witness import Witness, witness

__all__ = ["Judgement", "Proof", "ProofStep", "Verdict", "Witness", "judge", "prove", "witness"]
