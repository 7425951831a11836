export type Way =
  | "socket"
  /** Server-sent events. */
  | "events";

/** Attempts that came through to nobody, after which events are tried. */
const blockedAfter = 3;

/** By which way the feed is asked for next, as a function of how the attempts before have ended. A network may block sockets. The Swift client's FeedWays,
 * without its third way. */
export class FeedWays {
  #failures = 0;
  /** What is known of them from what came after: events came through since, so that they may be blocked or the network was away; or they are. */
  #sockets: "fine" | "inDoubt" | "blocked" = "fine";

  get next(): Way {
    // In turns, since it may be the network that was away.
    return this.#failures >= blockedAfter && (this.#failures - blockedAfter) % 2 === 0 ? "events" : "socket";
  }

  /** `cameThrough`: something was heard on it. */
  ended(way: Way, cameThrough: boolean): void {
    if (way === "socket" && cameThrough) return this.networkChanged();
    // A socket is tried once more, and events are stayed with where that fails.
    if (cameThrough) {
      if (this.#sockets === "fine") this.#sockets = "inDoubt";
      this.#failures = this.#sockets === "blocked" ? blockedAfter : blockedAfter - 1;
      return;
    }
    if (way === "socket" && this.#sockets === "inDoubt") this.#sockets = "blocked";
    this.#failures += 1;
  }

  /** Another network blocks other things. */
  networkChanged(): void {
    [this.#failures, this.#sockets] = [0, "fine"];
  }
}
