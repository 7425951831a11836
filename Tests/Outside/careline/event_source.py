"""A client of server-sent events of another make."""

import json
import threading

import httpx

from careline import people


class EventSource:
    """Reads a stream in a thread of its own, as WHATWG HTML (section 9.2.6) says a client does."""

    def __init__(self, url: str, person: people.Person, last: str | None = None, **parameters):
        self.events, self.comments, self.retry, self.last, self.is_over, self.failure = [], 0, None, last, False, None
        headers = {"Accept": "text/event-stream", "Accept-Encoding": "gzip", "Authorization": f"Bearer {person.token}"}
        self._client = httpx.Client(timeout=httpx.Timeout(30, read=60))
        request = self._client.build_request("GET", f"{url}/feed", params=parameters, headers=headers | ({} if last is None else {"Last-Event-ID": last}))
        self.answer = self._client.send(request, stream=True)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self):
        event = {}
        try:
            for line in self.answer.iter_lines():
                if not line:
                    if "data" in event:
                        self.events.append((event.get("event"), json.loads(event["data"])))
                    event = {}
                elif line.startswith(":"):
                    self.comments += 1
                else:
                    field, _, value = line.partition(":")
                    event[field] = value.removeprefix(" ")
                    if field == "id":
                        self.last = event["id"]
                    elif field == "retry":
                        self.retry = int(event["retry"])
        except httpx.HTTPError as failure:
            self.failure = failure
        self.is_over = True

    def close(self):
        self.answer.close()
        self._client.close()

    def of(self, name: str) -> list[dict]:
        return [data for kind, data in self.events if kind == name]

    @property
    def entries(self) -> list[dict]:
        return [entry for frame in self.of("entries") for entry in frame["entries"]]
