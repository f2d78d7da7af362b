from woozle.core.groups import group_pairs


def test_values_are_grouped_in_the_order_in_which_they_come():
    words = ["hat", "bear", "hare", "cap"]
    assert [*group_pairs((word[0], word) for word in words).items()] == [
        ("h", ["hat", "hare"]),
        ("b", ["bear"]),
        ("c", ["cap"]),
    ]
