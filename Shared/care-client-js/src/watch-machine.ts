import { CareError } from "./errors.ts";

export type RefreshingState =
  | { type: "refreshing" }
  | { type: "refreshed" }
  /** What is shown is from before; where it makes sense it is tried again by itself. */
  | { type: "failed"; error: CareError };

export type WatchEvent =
  /** Somebody watches. */
  | { type: "began" }
  /** The cache was read; whether it had anything. */
  | { type: "read"; found: boolean }
  | { type: "readFailed"; error: CareError }
  /** What is shown was changed in the cache. */
  | { type: "changed" }
  /** What is shown may be old: much was missed, the page is in front again, or somebody asks. */
  | { type: "outdated" }
  /** What keeps it in step was interrupted, and may have missed something. */
  | { type: "outOfStep" }
  /** Nothing was missed. */
  | { type: "inStep" }
  /** Whose it was has gone: nothing of it is shown to whoever comes. */
  | { type: "disowned" }
  | { type: "fetched" }
  | { type: "fetchFailed"; error: CareError }
  /** The pause before another attempt is over, or the network is back. */
  | { type: "retried" };

export type WatchEffect =
  | { type: "read" }
  | { type: "fetch" }
  | { type: "show" }
  /** Nothing is there to show, and nothing is to be had. */
  | { type: "end"; error: CareError }
  | { type: "pause"; failures: number; atLeast: number | undefined };

/** What a watcher does, as a function of what happens: reads the cache first, fetches meanwhile, and shows what changes. The Swift client's WatchMachine. */
export class WatchMachine {
  refreshing: RefreshingState = { type: "refreshing" };
  isReading = false;
  /** What is cached is as on the server. */
  #isInStep = false;
  #hasData = false;
  #mustReadAgain = false;
  #isFetching = false;
  #mustFetchAgain = false;
  #wasFetched = false;
  #failures = 0;
  /** Of reading, one after the other. */
  #unread = 0;

  /** Of what is shown: what is read just now may be newer than that. */
  get isDataFresh(): boolean {
    return this.#isInStep && !this.isReading;
  }

  handle(event: WatchEvent): WatchEffect[] {
    switch (event.type) {
      // What is outdated before it has begun is on its way already.
      case "began": return this.#isFetching ? this.#read() : [...this.#read(), ...this.#fetch()];
      case "read": return this.#wasRead(event.found);
      case "readFailed": return this.#readFailed(event.error);
      case "changed": return this.#read();
      case "outdated":
        this.#isInStep = false;
        // What is on its way may have left before the change.
        if (this.#isFetching) {
          this.#mustFetchAgain = true;
          return [];
        }
        return this.#shown(this.#fetch());
      case "outOfStep":
        if (!this.#isInStep) return [];
        this.#isInStep = false;
        return this.#shown([]);
      case "inStep":
        if (!this.#wasFetched || this.#isInStep || this.#isFetching || this.refreshing.type !== "refreshed") return [];
        this.#isInStep = true;
        return this.#shown([]);
      case "disowned": return [{ type: "end", error: new CareError("loggedOut") }];
      case "fetched": return this.#fetched();
      case "fetchFailed": return this.#fetchFailed(event.error);
      case "retried": return this.#isFetching || this.refreshing.type !== "failed" ? [] : this.#shown(this.#fetch());
    }
  }

  #read(): WatchEffect[] {
    if (this.isReading) {
      this.#mustReadAgain = true;
      return [];
    }
    this.isReading = true;
    return [{ type: "read" }];
  }

  #fetch(): WatchEffect[] {
    this.#isFetching = true;
    this.refreshing = { type: "refreshing" };
    return [{ type: "fetch" }];
  }

  #shown(effects: WatchEffect[]): WatchEffect[] {
    return this.#hasData ? [{ type: "show" }, ...effects] : effects;
  }

  #wasRead(found: boolean): WatchEffect[] {
    this.isReading = false;
    this.#unread = 0;
    // It was emptied: what was shown stays until something else is there.
    this.#hasData ||= found;
    const rest = this.#mustReadAgain ? this.#read() : [];
    this.#mustReadAgain = false;
    if (found) return [{ type: "show" }, ...rest];
    if (!this.#hasData && !rest.length && !this.#isFetching && this.refreshing.type === "failed") return [{ type: "end", error: this.refreshing.error }];
    return rest;
  }

  /** What is shown is old then, and may be for as long as nobody looks again. */
  #readFailed(error: CareError): WatchEffect[] {
    this.isReading = false;
    if (this.#mustReadAgain) {
      this.#mustReadAgain = false;
      return this.#read();
    }
    if (!this.#hasData) return [{ type: "end", error }];
    // It is read again after the fetch.
    if (this.#isFetching) return [];
    this.#isInStep = false;
    this.refreshing = { type: "failed", error };
    this.#unread += 1;
    return [{ type: "show" }, { type: "pause", failures: this.#unread, atLeast: undefined }];
  }

  #fetched(): WatchEffect[] {
    this.#isFetching = false;
    this.#failures = 0;
    this.#wasFetched = true;
    if (this.#mustFetchAgain) {
      this.#mustFetchAgain = false;
      return [...this.#read(), ...this.#fetch()];
    }
    this.#isInStep = true;
    this.refreshing = { type: "refreshed" };
    // Shown with what was fetched, never with what was there before.
    return this.#read();
  }

  #fetchFailed(error: CareError): WatchEffect[] {
    this.#isFetching = false;
    this.#failures += 1;
    this.refreshing = { type: "failed", error };
    if (this.#mustFetchAgain) {
      this.#mustFetchAgain = false;
      return this.#fetch();
    }
    const pause: WatchEffect[] = error.isWorthRetrying ? [{ type: "pause", failures: this.#failures, atLeast: error.retryAfter }] : [];
    // The cache may still have something.
    if (this.isReading) return pause;
    return this.#hasData ? [{ type: "show" }, ...pause] : [{ type: "end", error }];
  }
}
