"""A worker for tests of the pool: it does not think, but it sleeps, dies and does not listen, as told."""

import os
import threading
import time


def main(pipe, nice):
    stop = threading.Event()

    def run(number, kind, arguments):
        pipe.send(("ready", number, None))
        match kind:
            case "echo":
                value = arguments["value"]
            case "analyse":
                pipe.send(("news", number, {"seconds": arguments["seconds"]}))
                stopped = stop.wait(arguments["seconds"])
                value = "stopped" if stopped else "finished"
            case "laps":  # they take as long as the depth says
                pipe.send(("news", number, None))
                time.sleep(arguments["depth"])
                value = [{"nodes": 1, "seconds": arguments["depth"], "value": 0} for _ in arguments["algorithms"]]
            case "die once":
                try:
                    os.mkdir(arguments["folder"])  # noqa: PTH102
                except FileExistsError:
                    value = "alive"
                else:
                    os._exit(1)
            case "die":
                os._exit(1)
            case "deaf":
                time.sleep(1000)
            case "fail":
                pipe.send(("failed", number, "it cannot be done"))
                return
        pipe.send(("done", number, value))

    try:
        while (message := pipe.recv()) is not None:
            if message[0] == "job":
                stop.clear()
                threading.Thread(target=run, args=message[1:], daemon=True).start()
            else:
                stop.set()
    except (EOFError, OSError):
        pass
