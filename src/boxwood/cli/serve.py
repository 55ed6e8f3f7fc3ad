"""`boxwood serve`: the server of the page; plain `boxwood` starts it and opens the page."""

from typing import Annotated

import typer


def serve(
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="Usually 8000; 0: any that is free.")
    ] = None,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    public: Annotated[
        bool, typer.Option("--public", help="For strangers: secret from the environment, limits for each address.")
    ] = False,
    database: Annotated[
        str | None, typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, max=256, help="Processes that think.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
) -> None:
    """Serve the page: play, watch and analyse games in a browser."""
    from boxwood.server.run import run

    run(host=host, port=port, public=public, database=database, workers=workers, browser=browser)
