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

/** The same as server-sent events, for where sockets are blocked. It resumes by its address, and ends with its token. */
export function openEvents(server: string, ticket: string, place: FeedPlace | undefined, events: StreamEvents): Stream {
  const address = new URL(`${server}/feed`);
  address.searchParams.set("ticket", ticket);
  if (place) {
    address.searchParams.set("after", String(place.sequence));
    address.searchParams.set("epoch", place.epoch);
  }
  const source = new EventSource(address);
  source.onopen = () => events.opened();
  for (const name of ["resumed", "entries"]) source.addEventListener(name, ({ data }) => hear(data, events));
  const end = (code: number | undefined) => {
    source.close();
    events.closed(code);
  };
  source.addEventListener("end", ({ data }) => end(JSON.parse(data).code));
  // A ticket opens one stream: the browser's own attempts to connect again would be refused.
  source.onerror = () => end(undefined);
  return { isSocket: false, say: () => {}, close: () => source.close() };
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
