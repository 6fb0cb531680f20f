"""The manual's tables are made from the firmware's data and are up to date."""

import json
import re

from tengen.twin import manual_tables


def test_every_message_has_a_meaning_and_no_meaning_is_left_over():
    meanings = json.loads((manual_tables.MANUAL / "messages.json").read_text(encoding="utf-8"))
    assert set(meanings) == set(manual_tables.message_texts())


def test_articles_of_the_meanings_exist():
    from shared_rules import articles as known

    text = (manual_tables.MANUAL / "messages.json").read_text(encoding="utf-8")
    articles = set(re.findall(r"\b[GR]\d+(?:\.\d+)*", text))
    assert len(articles) > 30
    for article in articles:
        known.code(article)  # raises for one that does not exist


def test_every_sound_is_explained():
    # count2 to count9 are told with count1
    assert {
        name
        for name in manual_tables.sound_names()
        if not name[-1].isdigit() or name == "count1" or name.startswith("call")
    } == set(manual_tables._SOUNDS)


def test_tables_are_up_to_date():
    assert (manual_tables.MANUAL / "tables.md").read_text(encoding="utf-8") == manual_tables.tables()


def test_every_picture_and_file_that_the_manual_names_exists():
    text = (manual_tables.MANUAL / "playing.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert len(links) > 20
    for link in links:
        assert (manual_tables.MANUAL / link).exists(), link
