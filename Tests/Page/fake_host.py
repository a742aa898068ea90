"""A host for tests of the page's outbox, which can lose what it should not: HTTP, WebSocket and a log in memory."""

import base64
import hashlib
import json
import struct
import threading

from conftest import Files

INFO = {
    "course": "Home", "pars": [3, 3, 4, 3, 3, 5, 3, 3, 3], "organiser": "Sarah",
    "players": [{"name": name, "isGuest": True, "aliases": [], "pronunciations": []}
                for name in ("Mike", "Jake", "Sarah")],
    "createdAt": "2026-05-01T09:00:00.000Z", "startedAt": "2026-05-01T09:30:00.000Z",
}
GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class FakeHost:
    """What a host knows, and how it misbehaves."""

    def __init__(self):
        self.lock = threading.RLock()
        self.tokens = {}
        self.devices = 0
        #: By place: device and number.
        self.events = {}
        self.sockets = []
        self.hellos = []
        #: Events in the order in which they came, also again.
        self.received = []
        self.is_reachable = True
        self.gives_devices = True
        #: How often a device was asked for in vain.
        self.devices_denied = 0
        #: Says what it refused before it acknowledges the rest.
        self.refuses_first = False
        #: What becomes of events: "take", "lose" (never came), "unanswered" (taken, and cut), "silent".
        self.mode = "take"
        #: Refuses an event with a cause, or returns None.
        self.judge = lambda event: None

    def admit(self, token, player="Mike", role="player"):
        self.tokens[token] = {"device": self.new_device(), "player": player, "role": role}
        return self.tokens[token]

    def new_device(self):
        self.devices += 1
        return f"{self.devices:08d}-0000-4000-8000-000000000000"

    def vector(self, round="r"):
        vector = {}
        places = {(event["device"], event["number"]) for event in self.events.values()
                  if event["round"] == round}
        for device in {device for device, _ in places}:
            number = 0
            while (device, number + 1) in places:
                number += 1
            if number:
                vector[device] = number
        return vector

    def scores(self):
        """What the host has of each device, by number."""
        return sorted((event["device"][:8], event["number"], event["player"], event["strokes"])
                      for event in self.events.values())

    def put(self, device, number, player, strokes, id=None, clock=None):
        """An event that another phone, or another storage of the same, has made."""
        event = {
            "id": id or f"{device[:8]}-{number}.1", "round": "r", "player": player, "hole": 1,
            "strokes": strokes, "supersedes": None, "reportedBy": player, "device": device,
            "input": "dial", "transcript": None, "confidence": None, "at": "2026-05-01T10:00:00.000Z",
            "number": number, "clock": clock or number, "deviceName": "phone", "kind": "score"}
        self.events[device, number] = event
        return event

    def say(self, message, token=None):
        for socket in list(self.sockets):
            if token is None or socket.token == token:
                socket.say(message)

    def cut(self):
        for socket in list(self.sockets):
            socket.cut()

    def receive(self, socket, message):
        refused, new = [], []
        for event in message["events"]:
            place = event["device"], event["number"]
            cause = self.judge(event)
            if event["device"] != self.tokens[socket.token]["device"]:
                cause = "notAllowed"
            elif place in self.events and self.events[place]["id"] != event["id"]:
                cause = "numberTaken"
            if cause:
                refused.append({"id": event["id"], "cause": cause, "reason": f"It is {cause}."})
            elif place not in self.events and event["number"] == self.vector().get(event["device"], 0) + 1:
                self.events[place] = event
                new.append(event)
        if self.mode == "unanswered":
            return socket.cut()
        if self.mode == "silent":
            return
        # As bad as it can be: the acknowledgement covers numbers that others took.
        answers = [{"kind": "ack", "round": message["round"], "vector": self.vector()}]
        if refused:
            answers.append({"kind": "refused", "round": message["round"], "events": refused})
        for answer in reversed(answers) if self.refuses_first else answers:
            socket.say(answer)
        for other in list(self.sockets):
            if other is not socket and new:
                other.say({"kind": "events", "round": message["round"], "events": new})

    def answer(self, socket, message):
        with self.lock:
            token = self.tokens[socket.token]
            if message["kind"] == "hello":
                self.hellos.append(message)
                held = self.vector()
                if self.mode == "silent":
                    return
                socket.say({
                    "kind": "welcome", "time": "2030-01-01T00:00:00.000Z", "round": message["round"],
                    "info": INFO, "vector": held, "hole": 1, **token})
                lacking = [event for event in self.events.values()
                           if event["number"] > message["vector"].get(event["device"], 0)]
                if lacking:
                    socket.say({"kind": "events", "round": message["round"], "events": lacking})
            elif message["kind"] == "events":
                self.received += [event["id"] for event in message["events"]]
                if self.mode != "lose":
                    self.receive(socket, message)


class Socket:
    """The host's end of a WebSocket (RFC 6455)."""

    def __init__(self, connection, token):
        self.connection, self.token = connection, token
        self.sending = threading.Lock()

    def say(self, message):
        body = json.dumps(message).encode()
        size = bytes([len(body)]) if len(body) < 126 else b"\x7e" + struct.pack(">H", len(body)) \
            if len(body) < 65536 else b"\x7f" + struct.pack(">Q", len(body))
        try:
            with self.sending:
                self.connection.sendall(b"\x81" + size + body)
        except OSError:
            pass

    def cut(self):
        try:
            self.connection.shutdown(2)
        except OSError:
            pass

    def messages(self, stream):
        """Text messages until the phone goes away."""
        while head := stream.read(2):
            size = head[1] & 127
            if size == 126:
                size = struct.unpack(">H", stream.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", stream.read(8))[0]
            mask = stream.read(4)
            body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(stream.read(size)))
            if head[0] & 15 == 8:
                return
            if head[0] & 15 == 1:
                yield json.loads(body)


def handler(host):
    class Handler(Files):
        def token(self):
            cookie = self.headers.get("Cookie") or ""
            return cookie.partition("hyzer=")[2] or None

        def reply(self, status, value):
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            if not self.path.startswith(("/api/", "/live")):
                return super().do_GET()
            if not host.is_reachable:
                return self.reply(503, {"error": "away"})
            if self.token() not in host.tokens:
                return self.reply(401, {"error": "unknown"})
            if self.path == "/api/rounds":
                return self.reply(200, {"rounds": [{"id": "r"}]})
            key = self.headers["Sec-WebSocket-Key"].encode()
            assert self.headers["Sec-WebSocket-Protocol"] == "hyzer.1"
            self.send_response(101)
            self.send_header("Upgrade", "websocket")
            self.send_header("Connection", "Upgrade")
            self.send_header("Sec-WebSocket-Protocol", "hyzer.1")
            self.send_header(
                "Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key + GUID).digest()).decode())
            self.end_headers()
            self.wfile.flush()
            socket = Socket(self.connection, self.token())
            host.sockets.append(socket)
            try:
                for message in socket.messages(self.rfile):
                    host.answer(socket, message)
            except OSError:
                pass
            finally:
                host.sockets.remove(socket)
                self.close_connection = True

        def do_POST(self):
            assert self.path == "/api/device"
            if self.token() not in host.tokens:
                return self.reply(401, {"error": "unknown"})
            if not host.gives_devices:
                host.devices_denied += 1
                return self.reply(503, {"error": "away"})
            with host.lock:
                device = host.tokens[self.token()]["device"] = host.new_device()
            self.reply(200, {"device": device})

    Handler.protocol_version = "HTTP/1.1"
    return Handler
