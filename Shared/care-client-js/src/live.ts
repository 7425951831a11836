import type { Calls, TokenSource } from "./calls.ts";
import { careError } from "./errors.ts";
import type { Way } from "./feed-ways.ts";
import { FeedWays } from "./feed-ways.ts";
import type { FeedKeeper } from "./feed.ts";
import type { LiveEffect, LiveEvent } from "./live-machine.ts";
import { LiveMachine, notAllowed, sessionEnded } from "./live-machine.ts";
import { longestPause, retryPause } from "./retry.ts";
import { State } from "./state.ts";
import type { Frame, Stream } from "./stream.ts";
import { openEvents, openSocket } from "./stream.ts";
import type { FeedEntry, StreamTicket } from "./types.ts";
import type { Typing } from "./typing.ts";
import type { Watchers } from "./watch.ts";

/** Whether what happens is heard of at once. */
export type ConnectionState =
  /** Nobody is logged in. */
  | { type: "notConnected" }
  | { type: "connecting" }
  | { type: "connected" }
  /** It broke off, and is opened again by itself: `since` stays, however often that was tried. */
  | { type: "disconnected"; since: Date };

/** What the stream needs of the session. */
export interface StreamTokens extends TokenSource {
  readonly tokenExpiresAt: number | undefined;
}

/** Milliseconds in which a stream says its first word: what stands between may take a connection and let nothing through it. */
const firstWordWithin = 30_000;

/** Milliseconds in which a stream that is asked answers. */
const answerWithin = 9000;

/** Holds the live stream open while somebody is logged in, and gives what comes to those who keep it. */
export class Live {
  readonly states = new State<ConnectionState>({ type: "notConnected" });
  readonly #calls: Calls;
  readonly #tokens: StreamTokens;
  readonly #keeper: FeedKeeper;
  readonly #watchers: Watchers;
  readonly #typing: Typing;
  /** The server is there again. */
  readonly #onReached: () => void;
  readonly #machine = new LiveMachine();
  /** One thing after the other: what is kept is kept before what comes next is looked at. */
  #queue: Promise<unknown> = Promise.resolve();
  #user: string | undefined;
  #token: string | undefined;
  #mustRenew = false;
  #stream: Stream | undefined;
  /** What was begun for an earlier connection says nothing of this one. */
  #generation = 0;
  #arrived: FeedEntry[] = [];
  #heard = 0;
  /** Since when nothing is heard, however often it was tried again meanwhile. */
  #lostAt: Date | undefined;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  readonly #ways = new FeedWays();
  /** By which way the present connection is, and whether anything was heard on it. */
  #trial: { way: Way; cameThrough: boolean } | undefined;

  constructor(calls: Calls, tokens: StreamTokens, keeper: FeedKeeper, watchers: Watchers, typing: Typing, onReached: () => void) {
    [this.#calls, this.#tokens, this.#keeper, this.#watchers, this.#typing, this.#onReached] = [calls, tokens, keeper, watchers, typing, onReached];
  }

  /** With each login: what was refused for an earlier one may be allowed to this. */
  start(user: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#user === user && this.#machine.phase === "live") return;
      // Another person's is not this one's; and what was begun with a token of before may be refused for that.
      await this.#leave();
      this.#user = user;
      // Without a place all is loaded anew, which a place that cannot be read calls for too.
      await this.#handle({ type: "wanted", place: await this.#keeper.place().catch(() => undefined) });
    });
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#leave());
  }

  /** The server has answered something else. */
  answered(): void {
    void this.#tell({ type: "answered" });
  }

  /** The network is back, or the page is in front: no more waiting. */
  hurry(isOtherNetwork = false): Promise<void> {
    return this.#inTurn(() => {
      if (isOtherNetwork) {
        this.#ways.networkChanged();
        // What is given up on the network before says nothing of this one.
        this.#trial = undefined;
      }
      return this.#handle({ type: "hurried", isOtherNetwork });
    });
  }

  // Inside

  #leave(): Promise<void> {
    // That nobody wants it any more says nothing of the network.
    this.#trial = undefined;
    return this.#handle({ type: "unwanted" });
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  #tell(event: LiveEvent): Promise<void> {
    return this.#inTurn(() => this.#handle(event));
  }

  /** What happened to the connection that was the current one. */
  #tellOf(generation: number, event: LiveEvent, before = () => {}): void {
    void this.#inTurn(async () => {
      if (generation !== this.#generation) return;
      before();
      await this.#handle(event);
    });
  }

  async #handle(event: LiveEvent): Promise<void> {
    // Where much was missed, the lists are known to be old before anybody is told that it is open again.
    for (const effect of this.#machine.handle(event)) await this.#perform(effect);
    this.#show();
  }

  async #perform(effect: LiveEffect): Promise<void> {
    switch (effect.type) {
      case "connect": void this.#connect(this.#generation);
        return;
      case "disconnect": return this.#disconnect();
      case "resume": return this.#say({ type: "resume", ...(effect.place && { epoch: effect.place.epoch, since: effect.place.sequence }) });
      case "authorize": return this.#say({ type: "authorize", token: effect.token });
      case "keep":
        if (this.#user === undefined) return;
        // The disk did not keep it: from where it was, another time.
        return this.#keeper.keep(this.#arrived.slice(effect.from), effect.place, this.#user).catch(() => this.#notKept());
      case "loadAnew":
        if (this.#user === undefined) return;
        return this.#keeper.startAnew(effect.place, this.#user).then(() => this.#reached(), () => this.#notKept());
      case "inStep":
        this.#watchers.tell({ type: "inStep" });
        return this.#reached();
      case "outOfStep": return this.#watchers.tell({ type: "outOfStep" });
      case "renewToken":
        this.#mustRenew = true;
        return;
      // `disconnect` has cleared what there was, and a new connection begins at once.
      case "hurry": return this.#clearTimers();
      case "ask": return this.#ask(this.#generation);
      case "pause": this.#after(retryPause(effect.failures, Math.random()), { type: "waited" });
    }
  }

  async #notKept(): Promise<void> {
    await this.#handle({ type: "notKept", place: await this.#keeper.place().catch(() => undefined) });
  }

  #reached(): void {
    this.#watchers.tell({ type: "retried" });
    this.#onReached();
    this.#after(10_000, { type: "steady" });
  }

  async #connect(generation: number): Promise<void> {
    try {
      const before = this.#token;
      const token = this.#mustRenew && before !== undefined ? await this.#tokens.tokenInsteadOf(before) : await this.#tokens.token();
      const { ticket } = await this.#calls.attempt<StreamTicket>({ method: "POST", path: "/stream/tickets" });
      if (generation !== this.#generation) return;
      [this.#token, this.#mustRenew] = [token, false];
      const trial = { way: this.#ways.next, cameThrough: false };
      this.#trial = trial;
      const events = {
        opened: () => this.#tellOf(generation, { type: "opened" }),
        heard: (frame: Frame) => {
          trial.cameThrough = true;
          this.#hear(frame, generation);
        },
        closed: (code: number | undefined) => {
          // A code is a word of the server's.
          trial.cameThrough ||= code !== undefined;
          this.#tellOf(generation, { type: "closed", code });
        },
      };
      this.#timer(firstWordWithin, () => {
        if (!trial.cameThrough) this.#tellOf(generation, { type: "silent" });
      });
      const { server } = this.#calls;
      this.#stream = trial.way === "events" ? openEvents(server, ticket, this.#machine.place, events) : openSocket(server, ticket, events);
      this.#renewInTime(generation);
    } catch (caught) {
      const error = careError(caught);
      const status = error.kind === "refused" ? error.status : undefined;
      if (status === 401 || status === 403) this.#tellOf(generation, { type: "closed", code: status === 401 ? sessionEnded : notAllowed });
      else this.#tellOf(generation, { type: "failed", error });
    }
  }

  #hear(frame: Frame, generation: number): void {
    this.#heard += 1;
    const { epoch, sequence, conversationId, userId } = frame;
    if (frame.type === "hello") this.#listenForSilence(generation, (frame.heartbeatSeconds ?? 60) * 1000);
    if (frame.type === "resumed" && epoch !== undefined && sequence !== undefined)
      this.#tellOf(generation, { type: "resumed", recovered: frame.recovered ?? false, place: { epoch, sequence } });
    if (frame.type === "typing" && conversationId !== undefined && userId !== undefined) this.#typing.hear(userId, conversationId, frame.typing ?? true);
    if (frame.type === "entries") {
      const entries = frame.entries ?? [];
      this.#tellOf(generation, { type: "entries", sequences: entries.map((entry) => entry.sequence) }, () => (this.#arrived = entries));
    }
  }

  /** Asks when nothing was heard, and gives up when nothing is answered. */
  #listenForSilence(generation: number, every: number): void {
    const before = this.#heard;
    this.#timer(every / 2, () => {
      if (generation !== this.#generation) return;
      if (this.#heard !== before) return this.#listenForSilence(generation, every);
      this.#say({ type: "ping" });
      this.#timer(every / 4, () => {
        if (this.#heard === before) this.#tellOf(generation, { type: "silent" });
        else this.#listenForSilence(generation, every);
      });
    });
  }

  /** For who has just come back, and shall not look at what is old for as long as a silence may last otherwise. */
  #ask(generation: number): void {
    // Events cannot be asked, and end by their own silence.
    if (!this.#stream?.isSocket) return;
    const before = this.#heard;
    this.#say({ type: "ping" });
    this.#timer(answerWithin, () => {
      if (generation === this.#generation && this.#heard === before) this.#tellOf(generation, { type: "silent" });
    });
  }

  /** Gives the stream the next token before the one that it was opened with ends. */
  #renewInTime(generation: number): void {
    const [token, expiresAt] = [this.#token, this.#tokens.tokenExpiresAt];
    if (token === undefined || expiresAt === undefined || !this.#stream?.isSocket) return;
    this.#timer(Math.min(Math.max(expiresAt - Date.now() - 60_000, 1000), longestPause), () => {
      this.#tokens.tokenInsteadOf(token).then(
        (next) => {
          if (generation !== this.#generation) return;
          this.#token = next;
          this.#tellOf(generation, { type: "renewed", token: next });
          this.#renewInTime(generation);
        },
        // The server ends it in time, and then another one is asked for.
        () => {},
      );
    });
  }

  #say(command: object): void {
    this.#stream?.say(command);
  }

  #disconnect(): void {
    if (this.#trial) this.#ways.ended(this.#trial.way, this.#trial.cameThrough);
    this.#trial = undefined;
    this.#generation += 1;
    this.#stream?.close();
    this.#stream = undefined;
    this.#clearTimers();
  }

  #after(milliseconds: number, event: LiveEvent): void {
    const generation = this.#generation;
    this.#timer(milliseconds, () => this.#tellOf(generation, event));
  }

  #timer(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, milliseconds);
    this.#timers.add(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #show(): void {
    const phase = this.#machine.phase;
    const before = this.states.value.type;
    const type = phase === "off" ? "notConnected" : phase === "live" ? "connected" : phase === "waiting" ? "disconnected" : "connecting";
    if (type === before) return;
    if (type !== "disconnected") {
      if (type !== "connecting") this.#lostAt = undefined;
      return this.states.set({ type });
    }
    this.#lostAt ??= new Date();
    this.states.set({ type, since: this.#lostAt });
  }
}
