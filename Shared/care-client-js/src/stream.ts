import type { FeedPlace } from "./live-machine.ts";
import type { FeedEntry } from "./types.ts";

/** What the server says on a stream. */
export interface Frame {
  type: string;
  epoch?: string;
  sequence?: number;
  heartbeatSeconds?: number;
  recovered?: boolean;
  entries?: FeedEntry[];
  conversationId?: string;
  userId?: string;
  typing?: boolean;
}

export interface StreamEvents {
  opened(): void;
  heard(frame: Frame): void;
  /** By the server, with a code or without a word. */
  closed(code: number | undefined): void;
}

/** One connection over the feed. */
export interface Stream {
  say(command: object): void;
  close(): void;
  /** It answers `ping`, and takes the next token. */
  readonly isSocket: boolean;
}

export function openSocket(server: string, ticket: string, events: StreamEvents): Stream {
  const socket = new WebSocket(`${server.replace(/^http/, "ws")}/stream?ticket=${encodeURIComponent(ticket)}`);
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => hear(data, events);
  // 1006: it broke off, and nobody said why.
  socket.onclose = ({ code }) => events.closed(code === 1006 ? undefined : code);
  return {
    isSocket: true,
    say: (command) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    close: () => {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}

/** Milliseconds: comments come each 15 seconds. */
const longestSilence = 45_000;
/** Of what comes without an end of its line, in characters. */
const longestLine = 16 << 20;

/** The same as server-sent events, for where sockets are blocked. It resumes by its address, and ends with its token. Read as it comes, and not by EventSource,
 * which would not tell of a silence. */
export function openEvents(server: string, ticket: string, place: FeedPlace | undefined, events: StreamEvents): Stream {
  const address = new URL(`${server}/feed`);
  address.searchParams.set("ticket", ticket);
  if (place) {
    address.searchParams.set("after", String(place.sequence));
    address.searchParams.set("epoch", place.epoch);
  }
  const leaving = new AbortController();
  let [isLeft, silence] = [false, setTimeout(() => leaving.abort(), longestSilence)];
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => leaving.abort(), longestSilence);
  };
  const follow = async (): Promise<number | undefined> => {
    const answer = await fetch(address, { headers: { Accept: "text/event-stream" }, credentials: "omit", cache: "no-store", signal: leaving.signal });
    // What stands in the way answers with a page.
    if (!answer.ok || !answer.body || !answer.headers.get("Content-Type")?.startsWith("text/event-stream")) return undefined;
    events.opened();
    for await (const { name, data } of told(answer.body, heard)) {
      if (name === "end") return JSON.parse(data).code;
      hear(data, events);
    }
    return undefined;
  };
  void follow().catch(() => undefined).then((code) => {
    clearTimeout(silence);
    if (!isLeft) events.closed(code);
    leaving.abort();
  });
  const close = () => {
    isLeft = true;
    clearTimeout(silence);
    leaving.abort();
  };
  return { isSocket: false, say: () => {}, close };
}

/** The events of a body, as they come (HTML, 9.2.6); `heard` with whatever comes, comments too. */
export async function* told(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator<{ name: string; data: string }> {
  const [reader, decoder] = [body.getReader(), new TextDecoder()];
  let [rest, wasReturn, name, data] = ["", false, "message", undefined as string | undefined];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    heard();
    const part = decoder.decode(value, { stream: true });
    // The second half of an end of line whose first half came before.
    const text = wasReturn && part.startsWith("\n") ? part.slice(1) : part;
    if (part) wasReturn = part.endsWith("\r");
    const lines = (rest + text).split(/\r\n|[\n\r]/);
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw new RangeError("a line without an end");
    for (const line of lines) {
      const [field, text] = line.includes(":") ? [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).replace(/^ /, "")] : [line, ""];
      if (field === "event") name = text;
      else if (field === "data") data = data === undefined ? text : `${data}\n${text}`;
      else if (line === "") {
        if (data !== undefined) yield { name, data };
        [name, data] = ["message", undefined];
      }
    }
  }
}

function hear(data: string, events: StreamEvents): void {
  let frame: Frame;
  try {
    frame = JSON.parse(data);
  } catch {
    return;
  }
  events.heard(frame);
}
