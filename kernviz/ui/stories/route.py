"""The route of stories, without a session.

It returns a picture with its sentences after a move, and the verdict on an answer.

``…/SLUG?picture=0&gamma=2``            the picture and the values of its sentences, as the live route packs them
``…/SLUG?question=0&answer=3&tries=1``  {right, reason}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import kernviz.budget as budget
from kernviz.compute import beside
from kernviz.courses import markdown_html
from kernviz.courses.language import LanguageError
from kernviz.data.untrusted_text import unveil
from kernviz.stories import Story, StoryPicture, StoryQuestion, state, story
from kernviz.ui import cacheable_urls, gzipped, live, live_before_rerun, worker_pool
from kernviz.ui.byte_cache import ByteCache
from kernviz.ui.stories.content import FOLDER, digest, message
from kernviz.wire import binary_message
from kernviz.wording import language, say

T = TypeVar("T")
PATIENCE = 4.0  # seconds of processor time for a picture
LONGEST = 2000  # characters of a query
LONGEST_ANSWER = 500
WHOLE, FIRST = "whole", "first"  # values of a query parameter, see content.message
# length of the queue
MOST_WAITING = 64
# bytes of stored pictures
ROOM = 16 * 2**20
_workers = worker_pool.WorkerPool(threads=2, most=MOST_WAITING)
_answers = ByteCache(ROOM)


def routes() -> list[Route]:
    """Return the route of stories."""
    return cacheable_urls.routes(FOLDER, _serve)


@cacheable_urls.answering
async def _serve(request: Request) -> Response:
    found = story(request.path_params["page"], language())
    if found is None:
        return cacheable_urls.refused(say("there is no such story"), 404)
    query = cacheable_urls.query(request)
    if len(query) > LONGEST:
        return cacheable_urls.refused(live.too_long(len(query), LONGEST), 414)
    return await (_judged if "question" in request.query_params else _drawn)(request, found)


async def _drawn(request: Request, found: Story) -> Response:
    picture = _of(found.pictures, request.query_params.get("picture", ""))
    if picture is None:
        return cacheable_urls.refused(say("there is no such picture"), 404)
    data = dict(picture.params)["data"]
    confirmation = cacheable_urls.not_modified(request, data)
    with live_before_rerun.asking(""):
        if confirmation is not None:
            return confirmation
        key = language(), digest(found), cacheable_urls.query(request), cacheable_urls.stamp(data)
        body = _answers.get(key)
        if body is None:
            work = partial(_in_time, found, picture, dict(request.query_params))
            body = await worker_pool.run_for_request(_workers, request, work)
            _answers.put(key, body)
    return gzipped.response(request, body, "application/octet-stream", cacheable_urls.headers(request, data))


def _in_time(found: Story, picture: StoryPicture, query: Mapping[str, str], given_up: Callable[[], bool]) -> bytes:
    with budget.within(PATIENCE, given_up), beside():
        reply = message(found, picture, _numbers(query), whole=WHOLE in query, first=FIRST in query)
    return gzipped.compressed(binary_message.packed(reply))


async def _judged(request: Request, found: Story) -> Response:
    question = _of(found.questions, request.query_params["question"])
    answer = request.query_params.get("answer", "")
    if question is None:
        return cacheable_urls.refused(say("there is no such question"), 404)
    if len(answer) > LONGEST_ANSWER:
        why = say("The answer has {n} characters: write at most {most}.", n=len(answer), most=LONGEST_ANSWER)
        return cacheable_urls.refused(why, 413)
    work = partial(_verdict, found, question, answer, dict(request.query_params))
    reply = await worker_pool.run_for_request(_workers, request, work)
    return JSONResponse(reply, headers={"Cache-Control": cacheable_urls.NEVER})


def _verdict(
    found: Story, question: StoryQuestion, answer: str, query: Mapping[str, str], given_up: Callable[[], bool]
) -> dict[str, object]:
    """Return the verdict on an answer to a story's question.

    The first wrong answer gets a hint, the second gets its reason.
    """
    picture = found.pictures[question.picture]
    with budget.within(PATIENCE, given_up), beside():
        try:
            scene = state.opened(picture)
            if question.asked.kind == "move":
                there = state.moved(picture, state.knobs(found, picture), _numbers(query))
                answer = "&".join(f"{name}={text}" for name, text in there.params.items())
            judged = question.asked.judge(answer, scene)
            again = judged.right or query.get("tries", "0") != "0"
            reason = judged.reason if again else question.asked.nudge(answer, scene)
            return {"right": judged.right, "reason": markdown_html.line(unveil(reason))}
        except LanguageError as problem:
            return {"right": False, "reason": markdown_html.line(str(problem))}


def _of(items: Sequence[T], place: str) -> T | None:
    """Return an item by its index, a text from outside; else None."""
    return items[int(place)] if place.isdecimal() and len(place) < 4 and int(place) < len(items) else None


def _numbers(query: Mapping[str, str]) -> dict[str, float]:
    return {name: value for name, text in query.items() if (value := _number(text)) is not None}


def _number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if abs(found) <= 1e9 else None
