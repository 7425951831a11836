import { CareError, careError } from "./errors.ts";
import { retryPause } from "./retry.ts";
import { Newest } from "./state.ts";
import type { RefreshingState, WatchEffect, WatchEvent } from "./watch-machine.ts";
import { WatchMachine } from "./watch-machine.ts";

/** What a watcher shows: the data as they are known, and how far to trust them. */
export interface Watched<Value> {
  data: Value;
  /** As on the server: loaded, and not outdated since as far as anybody could tell. */
  isDataFresh: boolean;
  refreshingState: RefreshingState;
}

interface Shown<Value> extends Watched<Value> {
  /** What is on the disk is being read, and may be another. */
  isBeingRead: boolean;
}

/** Where a watcher's data come from. */
export interface Source<Value> {
  /** Those who watch the same share one watcher. */
  name: string;
  /** A change of one of these is a change of what is shown. */
  collections: string[];
  /** Undefined when the cache has nothing of it. */
  read(): Promise<Value | undefined>;
  /** Loads it anew, into the cache. */
  fetch(): Promise<void>;
}

/** Something to watch: `for await`, as often and from as many places as one likes. Each begins with what is known, then gets it whole whenever it changes;
 * who is slow gets the newest. It ends with an error when there is nothing to show and nothing to be had, and without one when the client is closed; who has
 * enough breaks off. */
export class Watch<Value> implements AsyncIterable<Watched<Value>> {
  readonly #source: Source<Value>;
  readonly #watchers: Watchers;

  constructor(source: Source<Value>, watchers: Watchers) {
    [this.#source, this.#watchers] = [source, watchers];
  }

  [Symbol.asyncIterator](): AsyncIterator<Watched<Value>> {
    return this.#watchers.follow(this.#source);
  }

  /** The value once it is as on the server, or what is known when the server cannot be reached, or has not answered within three seconds. */
  async current(): Promise<Value> {
    const { name } = this.#source;
    // Whoever watches it already may show what was there before.
    this.#watchers.tell({ type: "changed" }, name);
    const follower = this.#watchers.follow(this.#source);
    let known: { data: Value } | undefined;
    let isOver = false;
    const patience = setTimeout(() => {
      isOver = true;
      if (known) void follower.return?.();
    }, 3000);
    try {
      for (let next = await follower.next(); !next.done; next = await follower.next()) {
        const { data, refreshingState, isBeingRead } = next.value;
        if (isOver || (refreshingState.type !== "refreshing" && !isBeingRead)) return data;
        known = { data };
      }
    } finally {
      clearTimeout(patience);
      void follower.return?.();
    }
    if (known && isOver) return known.data;
    throw new CareError("closed");
  }
}

/** The watchers that somebody follows, by what they watch. */
export class Watchers {
  readonly #watchers = new Map<string, Watcher<unknown>>();
  readonly #hold: (collections: string[]) => () => void;
  #isClosed = false;

  /** `hold` keeps what is watched where it is, until what it gives is called. */
  constructor(hold: (collections: string[]) => () => void) {
    this.#hold = hold;
  }

  follow<Value>(source: Source<Value>): AsyncIterator<Shown<Value>> {
    if (this.#isClosed) {
      const over = new Newest<Shown<Value>>(() => {});
      over.end(new CareError("closed"));
      return over;
    }
    let watcher = this.#watchers.get(source.name) as Watcher<Value> | undefined;
    if (!watcher) {
      const letGo = this.#hold(source.collections);
      const made: Watcher<Value> = new Watcher(source, () => {
        letGo();
        if (this.#watchers.get(source.name) === (made as Watcher<unknown>)) this.#watchers.delete(source.name);
      });
      this.#watchers.set(source.name, made as Watcher<unknown>);
      watcher = made;
    }
    return watcher.follow();
  }

  /** To all whose name begins so, but for those of which another part of the client takes care. */
  tell(event: WatchEvent, about = "", butFor: string[] = []): void {
    for (const watcher of [...this.#watchers.values()]) {
      const { name } = watcher.source;
      if (name.startsWith(about) && !butFor.some((prefix) => name.startsWith(prefix))) watcher.handle(event);
    }
  }

  hear(changed: string[]): void {
    for (const watcher of [...this.#watchers.values()])
      if (watcher.source.collections.some((name) => changed.includes(name))) watcher.handle({ type: "changed" });
  }

  /** All end, without an error; whoever comes after that hears that it is over. */
  close(): void {
    this.#isClosed = true;
    for (const watcher of [...this.#watchers.values()]) watcher.end();
  }
}

/** One thing that is watched, by any number at once: runs what the machine says. */
class Watcher<Value> {
  readonly source: Source<Value>;
  readonly #onIdle: () => void;
  readonly #machine = new WatchMachine();
  readonly #followers = new Set<Newest<Shown<Value>>>();
  #value: { data: Value } | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #hasBegun = false;
  #isOver = false;

  constructor(source: Source<Value>, onIdle: () => void) {
    [this.source, this.#onIdle] = [source, onIdle];
  }

  follow(): Newest<Shown<Value>> {
    const follower: Newest<Shown<Value>> = new Newest(() => {
      this.#followers.delete(follower);
      if (!this.#followers.size) this.end();
    });
    this.#followers.add(follower);
    if (this.#value) follower.give(this.#shown(this.#value.data));
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.handle({ type: "began" });
    }
    return follower;
  }

  handle(event: WatchEvent): void {
    if (this.#isOver) return;
    for (const effect of this.#machine.handle(event)) this.#perform(effect);
  }

  /** For all who follow. */
  end(error?: CareError): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#pause);
    this.#onIdle();
    for (const follower of [...this.#followers]) follower.end(error);
  }

  #perform(effect: WatchEffect): void {
    switch (effect.type) {
      case "show":
        if (this.#value) for (const follower of this.#followers) follower.give(this.#shown(this.#value.data));
        return;
      case "read":
        this.source.read().then(
          (data) => {
            if (data !== undefined) this.#value = { data };
            this.handle({ type: "read", found: data !== undefined });
          },
          (error) => this.handle({ type: "readFailed", error: careError(error) }),
        );
        return;
      case "fetch":
        clearTimeout(this.#pause);
        this.source.fetch().then(
          () => this.handle({ type: "fetched" }),
          (error) => this.handle({ type: "fetchFailed", error: careError(error) }),
        );
        return;
      case "pause":
        this.#pause = setTimeout(() => this.handle({ type: "retried" }), retryPause(effect.failures, Math.random(), effect.atLeast, 1000));
        return;
      case "end": this.end(effect.error);
    }
  }

  #shown(data: Value): Shown<Value> {
    const { isDataFresh, refreshing, isReading } = this.#machine;
    return { data, isDataFresh, refreshingState: refreshing, isBeingRead: isReading };
  }
}
