"""A server for the tests of a module."""

import pytest

from tests.server.site import serving


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server")) as running:
        yield running
