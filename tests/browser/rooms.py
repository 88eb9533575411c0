"""Room in the browser: a lecturer opens it, students join it with phones and answer."""

from collections.abc import Callable
from typing import Any

Visit = Callable[..., Any]


def room_code(lecturer: Any) -> str:
    """Return the code on the lecturer's page."""
    return str(lecturer.locator(".kv-code").inner_text().replace(" ", ""))


def opened_room(lecturer: Any) -> str:
    """Open a room from the step on the lecturer's page and return its code."""
    lecturer.get_by_role("button", name="Open a room").click()
    return room_code(lecturer)


def phone_in(visit: Visit, app: str, code: str) -> Any:
    """Join a room with a phone and return its page."""
    return visit(f"{app}/r/{code}", width=390, height=844, touch=True)


def send_number(phone: Any, number: str) -> None:
    """Answer a question for a number, and wait until the answer has arrived."""
    phone.get_by_role("textbox", name="Your number").fill(number)
    phone.get_by_role("button", name="Answer").click()
    phone.get_by_text("Sent:").wait_for()
