"""The table of articles and the picture of the states are those of the code, and no article is without a scenario."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parent.parent))
import rules_docs

from shared_rules import articles, states


@pytest.mark.parametrize("article", [row[0] for row in rules_docs.ARTICLES])
def test_every_article_is_shown_by_a_scenario(article):
    assert [name for name, row in rules_docs.scenarios().items() if article in row[0]]
    assert articles.article(articles.code(article)) == article


def test_the_table_has_every_article_of_the_rulebook_with_what_the_board_does():
    listed = {article: does for article, does, _ in rules_docs.ARTICLES}
    for line in rules_docs.RULEBOOK.read_text(encoding="utf-8").splitlines():
        article, *words = line.split()
        if {"enforce", "guide", "log"} & set(words):
            assert listed[article] in words, article
        else:
            assert article in listed or article in rules_docs.ELSEWHERE, article


def test_every_field_report_of_sections_a_to_e_is_shown():
    shown = {report for _, reports, _ in rules_docs.scenarios().values() for report in reports}
    for report in rules_docs.REPORTS.read_text(encoding="utf-8").split():
        assert report in shown or report in rules_docs.REPORT_TESTS, report


@pytest.mark.parametrize("what", [*rules_docs.REPORT_TESTS, *rules_docs.ELSEWHERE])
def test_what_is_no_scenario_is_shown_where_the_table_says(what):
    path, words = (rules_docs.REPORT_TESTS | rules_docs.ELSEWHERE)[what]
    assert words in (rules_docs.ROOT / path).read_text(encoding="utf-8")


def test_articles_table_is_up_to_date():
    assert (rules_docs.DOCS / "articles.md").read_text(encoding="utf-8") == rules_docs.articles_md()


def test_states_picture_is_up_to_date():
    assert (rules_docs.DOCS / "states.md").read_text(encoding="utf-8") == rules_docs.states_md()


def test_labels_are_of_transitions_that_exist():
    for a, b in rules_docs.LABELS:
        assert states.STATES.index(b) in states.NEXT[states.STATES.index(a)]
