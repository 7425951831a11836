import type { CareError } from "./errors.ts";

/** How far a person's feed was read. */
export interface FeedPlace {
  epoch: string;
  sequence: number;
}

export type LivePhase =
  /** Nobody is logged in, or nobody wants it. */
  | "off"
  | "connecting"
  /** Open; the server is asked to go on after the place. */
  | "resuming"
  | "live"
  /** Until another attempt. */
  | "waiting";

export type LiveEvent =
  | { type: "wanted"; place: FeedPlace | undefined }
  | { type: "unwanted" }
  | { type: "opened" }
  | { type: "resumed"; recovered: boolean; place: FeedPlace }
  /** With the sequences of what came, in order. */
  | { type: "entries"; sequences: number[] }
  /** By the server, with RFC 6455's code or one of its own, or without a word. */
  | { type: "closed"; code: number | undefined }
  | { type: "failed"; error: CareError }
  /** What came was not kept: the place is before it again. */
  | { type: "notKept"; place: FeedPlace | undefined }
  /** Nothing was heard for longer than the server promises to be silent. */
  | { type: "silent" }
  | { type: "waited" }
  /** The network is back, and may be another one, or the page is in front. */
  | { type: "hurried"; isOtherNetwork: boolean }
  /** Something else was answered: the server is there. */
  | { type: "answered" }
  /** It has been live for a while. */
  | { type: "steady" }
  /** A fresh token is there, before the one that it was opened with ends. */
  | { type: "renewed"; token: string };

export type LiveEffect =
  | { type: "connect" }
  | { type: "disconnect" }
  /** From after the place on, or from now on. */
  | { type: "resume"; place: FeedPlace | undefined }
  /** Entries from this index on are new, and are kept together with the place. */
  | { type: "keep"; from: number; place: FeedPlace }
  /** Too much was missed: all that the feed kept in step is old. The feed goes on after the place. */
  | { type: "loadAnew"; place: FeedPlace }
  /** Nothing is missing. */
  | { type: "inStep" }
  | { type: "outOfStep" }
  | { type: "pause"; failures: number }
  | { type: "hurry" }
  /** Whether anybody is there still: a connection that was left alone for a while may be dead. */
  | { type: "ask" }
  /** The token ended, or its session: another one first. */
  | { type: "renewToken" }
  | { type: "authorize"; token: string };

/** Whoever logs in wants it again; without the scope there is none. All else may pass, whatever it is: a disk that is full, or a page in place of a token. */
const endsTheStream = ({ kind, status }: CareError): boolean =>
  ["loggedOut", "expired", "unsupportedVersion", "closed"].includes(kind) || (kind === "refused" && status === 403);

/** Failures in a row after which an answer to something else shortens the wait, and of how many it leaves: whoever is answered again and again tries the
 * stream twice in some three seconds, and no more often. */
const [longWait, shortWait] = [4, 3];

export const sessionEnded = 4401;
/** The token lacks the scope. */
export const notAllowed = 4403;

/** The live stream, as a function of what happens to it: one connection over the feed, resumed where it broke off. The Swift client's LiveMachine. */
export class LiveMachine {
  phase: LivePhase = "off";
  place: FeedPlace | undefined;
  #failures = 0;
  #wasRefusedToken = false;

  handle(event: LiveEvent): LiveEffect[] {
    switch (event.type) {
      case "wanted":
        if (this.phase !== "off") return [];
        this.place = event.place;
        this.#failures = 0;
        this.phase = "connecting";
        return [{ type: "connect" }];
      case "unwanted": return this.phase === "off" ? [] : this.#end();
      case "opened":
        if (this.phase !== "connecting") return [];
        this.phase = "resuming";
        return [{ type: "resume", place: this.place }];
      case "resumed": return this.#resumed(event.recovered, event.place);
      case "entries": return this.#entries(event.sequences);
      case "closed": return this.#closed(event.code);
      case "failed":
        if (!this.#isOpenOrOpening) return [];
        return endsTheStream(event.error) ? this.#end() : this.#broken();
      case "notKept":
        this.place = event.place;
        return this.#isOpenOrOpening ? this.#broken() : [];
      case "silent": return this.#isOpenOrOpening ? this.#broken() : [];
      case "waited": return this.#connectAgain();
      case "hurried":
        if (this.phase === "live") return [{ type: "ask" }];
        if (event.isOtherNetwork && this.#isOpenOrOpening) {
          // What has left by the network before may never be answered.
          this.phase = "connecting";
          return [{ type: "disconnect" }, { type: "connect" }];
        }
        return this.#connectAgain().length ? [{ type: "hurry" }, { type: "connect" }] : [];
      case "answered":
        if (this.phase !== "waiting" || this.#failures <= longWait) return [];
        this.#failures = shortWait;
        return [{ type: "hurry" }, ...this.#connectAgain()];
      case "steady":
        if (this.phase === "live") [this.#failures, this.#wasRefusedToken] = [0, false];
        return [];
      case "renewed": return this.phase === "live" || this.phase === "resuming" ? [{ type: "authorize", token: event.token }] : [];
    }
  }

  get #isOpenOrOpening() {
    return this.phase === "connecting" || this.phase === "resuming" || this.phase === "live";
  }

  #resumed(recovered: boolean, place: FeedPlace): LiveEffect[] {
    if (this.phase !== "resuming") return [];
    this.phase = "live";
    // Without a place of its own there was nothing to go on from.
    const isWhole = recovered && this.place?.epoch === place.epoch && this.place.sequence === place.sequence;
    this.place = place;
    return [isWhole ? { type: "inStep" } : { type: "loadAnew", place }];
  }

  #entries(sequences: number[]): LiveEffect[] {
    const place = this.place;
    if (this.phase !== "live" || !place) return [];
    const from = sequences.findIndex((sequence) => sequence > place.sequence);
    if (from < 0) return [];
    let last = place.sequence;
    for (const sequence of sequences.slice(from)) {
      // One is missing. It is in the database: the feed is asked for again from before it.
      if (sequence !== last + 1) return this.#broken();
      last = sequence;
    }
    this.place = { epoch: place.epoch, sequence: last };
    return [{ type: "keep", from, place: this.place }];
  }

  #closed(code: number | undefined): LiveEffect[] {
    if (!this.#isOpenOrOpening) return [];
    if (code === notAllowed) return this.#end();
    if (code !== sessionEnded || this.#wasRefusedToken) return this.#broken();
    // At once, and once: a token that is refused twice is not a matter of time.
    this.#wasRefusedToken = true;
    this.phase = "connecting";
    return [{ type: "disconnect" }, { type: "renewToken" }, { type: "connect" }, { type: "outOfStep" }];
  }

  #end(): LiveEffect[] {
    this.phase = "off";
    return [{ type: "disconnect" }, { type: "outOfStep" }];
  }

  #broken(): LiveEffect[] {
    this.#failures += 1;
    this.phase = "waiting";
    return [{ type: "disconnect" }, { type: "pause", failures: this.#failures }, { type: "outOfStep" }];
  }

  #connectAgain(): LiveEffect[] {
    if (this.phase !== "waiting") return [];
    this.phase = "connecting";
    return [{ type: "connect" }];
  }
}
