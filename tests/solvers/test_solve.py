"""What all solvers share: who may ask, who waits, and who is told to stop."""

import threading

import pytest

from boxwood.solving.solution import Unfinished
from boxwood.solving.solver import Solver, Stop


class Slow:
    """A solver that works until somebody gives it the answer, or it is told to stop."""

    def __init__(self):
        self.stopped, self.at_work, self.answer = threading.Event(), threading.Event(), threading.Event()

    def stop(self):
        self.stopped.set()

    def resume(self):
        self.stopped.clear()

    def verdicts(self, state):
        self.at_work.set()
        while not self.answer.wait(0.01):
            if self.stopped.is_set():
                raise Unfinished
        return [state]


def test_a_stop_ends_the_question_under_way():
    knower, stop = Slow(), Stop()
    solver = Solver(knower)
    threading.Timer(0.05, stop.set).start()
    with pytest.raises(Unfinished), solver.ended_by(stop):
        solver.verdicts("hard")
    knower.answer.set()
    assert solver.verdicts("easy") == ["easy"]


def test_a_stop_that_came_first_is_heeded():
    knower, stop = Slow(), Stop()
    stop.set()
    with pytest.raises(Unfinished), Solver(knower).ended_by(stop):
        pass
    assert not knower.stopped.is_set()


def test_nobody_else_is_stopped_and_who_waits_need_not_wait_on():
    knower, stop, answers = Slow(), Stop(), []
    solver = Solver(knower)
    other = threading.Thread(target=lambda: answers.append(solver.verdicts("theirs")))
    other.start()
    knower.at_work.wait()
    threading.Timer(0.05, stop.set).start()
    with pytest.raises(Unfinished), solver.ended_by(stop):
        pass
    assert answers == []
    knower.answer.set()
    other.join()
    assert answers == [["theirs"]]
