"""Piles put right in a real browser: split, joined, turned, a card moved; with a mouse and with a finger."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import Reviewed, Running, device, opened
from tests.browser.steps import changed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Seen = list[tuple[str, list[str]]]


def piles(reviewed: Reviewed) -> Seen:
    """Return each pile's kind and cards, as the server keeps them."""
    return [(pile["kind"], sorted(pile["cards"])) for pile in reviewed.state()["piles"]]


def drawn(page: "Page") -> list[int]:
    """Return how many cards the page shows in each pile."""
    return page.locator("#piles .pile-item[data-pile]").evaluate_all(  # type: ignore[no-any-return]
        "items => items.map((item) => item.querySelectorAll('[data-card]').length)"
    )


def melds(reviewed: Reviewed) -> list[dict[str, Any]]:
    return [pile for pile in reviewed.state()["piles"] if pile["kind"] == "meld" and len(pile["cards"]) > 2]


def press(page: "Page", selector: str) -> None:
    """Click, or tap where the device has no mouse."""
    if page.evaluate("navigator.maxTouchPoints > 0"):
        page.tap(selector)
    else:
        page.click(selector)


def there_and_back(page: "Page", reviewed: Reviewed, before: Seen, after: Seen) -> None:
    """Undo the change and make it again, and load the page anew: nothing of it is lost, and nothing else changes."""
    assert after != before
    changed(page, lambda: press(page, "#undo"))
    assert piles(reviewed) == before
    changed(page, lambda: press(page, "#redo"))
    assert piles(reviewed) == after
    page.reload()
    page.wait_for_selector(".drawing .card")
    assert piles(reviewed) == after
    assert drawn(page) == [len(cards) for _, cards in after]


@pytest.fixture(params=["desktop", "small phone"])
def table(chromium: "Browser", server: Running, reviewed: Reviewed, request: pytest.FixtureRequest) -> Iterator["Page"]:
    with device(chromium, server, request.param) as context:
        yield opened(context, reviewed)


def test_a_pile_is_split_and_joined_again(table: "Page", reviewed: Reviewed) -> None:
    begun, pile = piles(reviewed), melds(reviewed)[0]
    press(table, f"[data-key='change-{pile['id']}']")
    press(table, "#sheet details[data-key='split'] summary")
    assert table.locator("#sheet button[data-key='split']").is_disabled()
    press(table, f"#sheet .chips button:nth-child({len(pile['cards'])})")
    changed(table, lambda: press(table, "#sheet button[data-key='split']"))
    apart = piles(reviewed)
    assert len(apart) == len(begun) + 1
    assert ("meld", sorted(pile["cards"][:-1])) in apart
    there_and_back(table, reviewed, begun, apart)
    fresh = next(one for one in reviewed.state()["piles"] if one["cards"] == pile["cards"][-1:])
    press(table, f"[data-key='change-{pile['id']}']")
    table.select_option("#join-with", fresh["id"])
    changed(table, lambda: press(table, "#sheet .field:has(#join-with) button"))
    joined = piles(reviewed)
    assert joined == begun
    there_and_back(table, reviewed, apart, joined)


def test_a_pile_is_turned_from_spread_to_squared_and_back(table: "Page", reviewed: Reviewed) -> None:
    begun, pile = piles(reviewed), melds(reviewed)[0]
    score = table.inner_text("#interval")
    press(table, f"[data-key='change-{pile['id']}']")
    changed(table, lambda: press(table, "#sheet [data-kind='clean']"))
    turned = piles(reviewed)
    assert ("clean", sorted(pile["cards"])) in turned
    assert table.inner_text("#interval") != score
    there_and_back(table, reviewed, begun, turned)
    press(table, f"[data-key='change-{pile['id']}']")
    changed(table, lambda: press(table, "#sheet [data-kind='meld']"))
    assert piles(reviewed) == begun
    assert table.inner_text("#interval") == score


def test_a_card_is_moved_to_another_pile_to_those_left_and_to_one_of_its_own(table: "Page", reviewed: Reviewed) -> None:
    begun, (pile, other, *_) = piles(reviewed), melds(reviewed)
    card = pile["cards"][0]

    def move(to: str) -> None:
        press(table, f"#piles [data-card='{card}']")
        press(table, "#sheet details[data-key='move'] summary")
        changed(table, lambda: press(table, f"#sheet [data-to='{to}']"))

    move(other["id"])
    moved = piles(reviewed)
    assert ("meld", sorted([*other["cards"], card])) in moved
    there_and_back(table, reviewed, begun, moved)
    move("left")
    assert reviewed.state()["left"] == [card]
    assert table.locator(f"#piles [data-place='left'] [data-card='{card}']").is_visible()
    move("own")
    assert ("meld", [card]) in piles(reviewed)
