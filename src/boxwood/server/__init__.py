"""The page's server: HTTP and WebSocket over games, players and analysis, with storage and engine workers.

`app` puts it together; `messages` has what is said, `contest` what a game in play is, `rooms` where it is
played, `storage` where it is kept, `pool` and `worker` who thinks.  docs/server.md is the tour.
"""
