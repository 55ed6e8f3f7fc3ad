"""The games and option settings that every generic test runs through."""

VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("nim", {}),
    ("nim", {"matches": 9, "take": 0, "misere": False}),
    ("nim", {"heaps": (1, 3, 5, 7)}),
    ("nim", {"heaps": (2, 4, 4), "misere": False}),
    ("connect4", {}),
    ("connect4", {"width": 5, "height": 4}),
    ("connect4", {"width": 8, "height": 6}),
    ("quarto", {}),
    ("quarto", {"squares": True}),
    ("quoridor", {}),
    ("quoridor", {"size": 5, "walls": 3}),
    ("quoridor", {"size": 4, "walls": 2}),
    ("quoridor", {"size": 3, "walls": 1}),
    ("pylos", {}),
    ("pylos", {"squares": False}),
    ("pylos", {"lines": True}),
    ("pylos", {"empty": "raise"}),
    ("pylos", {"lines": True, "empty": "raise"}),
    ("abalone", {}),
    ("abalone", {"sidestep": False}),
    ("abalone", {"layout": "belgian", "plies": 50}),
    ("abalone", {"layout": "german", "lose": 1}),
    ("abalone", {"layout": "alien", "plies": 9}),
    ("abalone", {"layout": "domination", "lose": 2}),
    ("abalone", {"layout": "snakes"}),
]


def name(variant: tuple[str, dict[str, object]]) -> str:
    """`abalone-belgian-plies50`, for test ids and file names."""
    game, options = variant
    words = [
        f"{key}{'x'.join(map(str, value)) if isinstance(value, tuple) else str(value).lower()}"
        for key, value in options.items()
    ]
    return "-".join([game, *words])
