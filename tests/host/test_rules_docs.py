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


def test_articles_table_is_up_to_date():
    assert (rules_docs.DOCS / "articles.md").read_text(encoding="utf-8") == rules_docs.articles_md()


def test_states_picture_is_up_to_date():
    assert (rules_docs.DOCS / "states.md").read_text(encoding="utf-8") == rules_docs.states_md()


def test_labels_are_of_transitions_that_exist():
    for a, b in rules_docs.LABELS:
        assert states.STATES.index(b) in states.NEXT[states.STATES.index(a)]
