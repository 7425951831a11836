import type { Call } from "./calls.ts";
import { Calls, read, request } from "./calls.ts";
import { CareError } from "./errors.ts";
import { FeedKeeper, kept } from "./feed.ts";
import { Health, healthLane, healthPrefix, sendingHealth } from "./health.ts";
import { Lane } from "./lane.ts";
import { Lists } from "./lists.ts";
import type { ConnectionState } from "./live.ts";
import { Live } from "./live.ts";
import { Messaging, sendingMessages, sendingSeen } from "./messaging.ts";
import { Notifications, sendingRead } from "./notifications.ts";
import { Outbox, outboxCollection } from "./outbox.ts";
import { recordLane, recordPrefix, Records, sendingRecords } from "./records.ts";
import { retryPause } from "./retry.ts";
import { Scheduling } from "./scheduling.ts";
import type { SessionState } from "./session.ts";
import { Session } from "./session.ts";
import { State } from "./state.ts";
import { Store } from "./store.ts";
import type { SDKVersions } from "./types.ts";
import { Typing } from "./typing.ts";
import type { AppVersion } from "./versions.ts";
import { versionStatus } from "./versions.ts";
import { Watchers } from "./watch.ts";

export interface Configuration {
  /** The address that the platform gives as its `issuer`. */
  server: string;
  clientId: string;
  /** Where the login sends this page back to: an address of the page's own origin. */
  redirect: string;
  /** Which app this is, for which the operator may say that it is supported no longer. */
  app?: AppVersion;
  /** Whether tokens are bound to a key of this browser's (DPoP), so that nobody else can use them. The device's clock has to be right then. */
  bindsTokens?: boolean;
  /** How many things the cached lists hold together at most, 20,000 unless said; those that nobody has looked at for longest go first. */
  cacheLimit?: number;
}

/** What an app may want to say to its person, or to its developers. */
export type Notice =
  /** The operator would like to see a newer version of the page. */
  "versionDeprecated";

/** What calls for looking again. */
export type Trigger = "network" | "pageInFront" | "asked";

/** Careline for a page. Make one with `open` and keep it as long as the page lives. */
export class CareClient {
  readonly session: Session;
  readonly messaging: Messaging;
  readonly notifications: Notifications;
  readonly scheduling: Scheduling;
  readonly health: Health;
  readonly records: Records;
  readonly #notices = new State<Notice[]>([]);
  #judging: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  readonly #app: AppVersion | undefined;
  readonly #store: Store;
  readonly #calls: Calls;
  readonly #watchers: Watchers;
  readonly #outbox: Outbox;
  readonly #live: Live;
  readonly #typing: Typing;
  /** Whose what is shown is. */
  #person: string | undefined;

  private constructor({ server, clientId, redirect, bindsTokens, app }: Configuration, store: Store) {
    [this.#store, this.#app] = [store, app];
    this.session = new Session(server, clientId, redirect, store, bindsTokens);
    this.#calls = new Calls(server, this.session);
    this.#watchers = new Watchers((collections) => store.hold(collections));
    const isHeardOf = () => this.connectionState.type === "connected";
    const user = () => this.session.userId;
    const kinds = {
      message: sendingMessages, health: sendingHealth, records: sendingRecords(this.#calls), seen: sendingSeen(isHeardOf, user), read: sendingRead(isHeardOf),
    };
    this.#outbox = new Outbox(store, this.#calls, `careline/${clientId}/outbox`, kinds, (lane) => this.#watchers.hear([outboxCollection(lane)]));
    const lists = new Lists(this.#calls, store, this.#watchers, user);
    this.#typing = new Typing(this.#calls);
    this.messaging = new Messaging(this.#calls, store, lists, this.#outbox, this.#typing);
    this.notifications = new Notifications(lists, this.#outbox);
    this.scheduling = new Scheduling(lists, () => this.session.knownUser);
    this.health = new Health(lists, new Lane(this.#outbox, this.#watchers, healthLane, healthPrefix));
    this.records = new Records(this.#calls, lists, new Lane(this.#outbox, this.#watchers, recordLane, recordPrefix));
    const keeper = new FeedKeeper(store, this.#watchers, this.#calls);
    this.#live = new Live(this.#calls, this.session, keeper, this.#watchers, this.#typing, () => this.#outbox.networkIsBack());
    this.#calls.onAnswer = () => this.#live.answered();
    store.listen((news) => {
      if ("changed" in news) this.#watchers.hear(news.changed);
      if ("outdated" in news) this.#watchers.tell({ type: "outdated" }, news.outdated);
    });
  }

  /** Opens what is stored, and waits for no network. A page that comes back from a login calls `session.finishLogIn` next. */
  static async open(configuration: Configuration): Promise<CareClient> {
    if (!globalThis.isSecureContext || !navigator.locks || !globalThis.indexedDB) throw new CareError("unsupported");
    const server = configuration.server.replace(/\/$/, "");
    const client = new CareClient({ ...configuration, server }, await Store.open(`careline/${configuration.clientId}`, configuration.cacheLimit ?? 20_000));
    addEventListener("online", client.#online);
    document.addEventListener("visibilitychange", client.#visible);
    await client.session.begin((state) => client.#adopt(state));
    void client.session.endOnServer().catch(() => {});
    if (client.#app) void client.#judgeVersion(client.#app);
    return client;
  }

  /** Whether the live stream is open: as it is now, then whenever that changes. */
  get connectionStates(): AsyncIterable<ConnectionState> {
    return this.#live.states;
  }

  get connectionState(): ConnectionState {
    return this.#live.states.value;
  }

  /** All that there was to say since the client was made: as it is now, then whenever there is more. */
  get noticed(): AsyncIterable<Notice[]> {
    return this.#notices;
  }

  /** Anything else of the API, with the session's token and this client's errors. A POST with an `idempotencyKey`, and whatever else is good twice, is tried
   * again when an answer is lost. */
  call<Value = unknown>(call: Call): Promise<Value> {
    return this.#calls.send<Value>(call);
  }

  /** Looks again at what is watched, and sends what waits, without waiting any longer: when it is asked for at all of it, else at all but what an open live
   * stream keeps, which is asked whether it is there still. The page's own events (network, in front) are heard anyway. */
  async refresh(trigger: Trigger = "asked"): Promise<void> {
    // What the live stream keeps in step needs no look, unless it is down. Whether it is, it asks.
    const isInStep = trigger !== "asked" && this.connectionState.type === "connected";
    if (trigger === "network") this.#calls.networkChanged();
    if (this.session.state.type === "unsupportedVersion" && this.#app) await this.#judgeVersion(this.#app);
    await this.#live.hurry(trigger === "network");
    this.#outbox.networkIsBack(trigger === "network");
    this.#watchers.tell({ type: "retried" });
    this.#watchers.tell({ type: "outdated" }, "", isInStep ? kept : []);
  }

  /** Ends what runs: whoever watches something comes to the end of it, without an error. Whoever watches, sends or asks the server for
   * something after that hears `closed`. What has yet to be sent is sent by another tab, or when the page is opened next. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#judging);
    removeEventListener("online", this.#online);
    document.removeEventListener("visibilitychange", this.#visible);
    this.#calls.close();
    this.#watchers.close();
    this.#outbox.close();
    this.#typing.close();
    await this.#live.stop();
    this.#store.close();
  }

  // Inside

  readonly #online = () => void this.refresh("network");
  readonly #visible = () => {
    if (document.visibilityState === "visible") void this.refresh("pageInFront");
  };

  /** At the start, again until it could be asked, and each day: a page may be open for weeks. */
  async #judgeVersion(app: AppVersion, failures = 0): Promise<void> {
    let pause = 86_400_000;
    try {
      const status = versionStatus(await read<SDKVersions>(await request(`${this.#calls.server}/sdk/versions`)), app);
      if (status === "deprecated" && !this.#notices.value.length) this.#notices.set(["versionDeprecated"]);
      // What the operator has refused may be supported again.
      await this.session.judgeVersion(status !== "unsupported");
      failures = 0;
    } catch {
      // Who cannot ask goes on, and asks later.
      failures += 1;
      pause = retryPause(failures, Math.random(), 0, 60_000, 3_600_000);
    }
    // Whoever else has asked meanwhile asks no more.
    clearTimeout(this.#judging);
    if (!this.#isClosed) this.#judging = setTimeout(() => void this.#judgeVersion(app, failures), pause);
  }

  /** With each change, and each login. What is stored belongs to one person. */
  async #adopt(state: SessionState): Promise<void> {
    if (state.type !== "loggedIn") {
      this.#outbox.close();
      // What it is at may take its time.
      void this.#live.stop();
      if (state.type !== "loggedOut") return;
    }
    await this.#store.edit(async (edit) => {
      const kept = await edit.mark<{ userId: string }>("session");
      // Somebody may have logged in meanwhile, in another tab.
      const owner = kept?.userId;
      if ((await edit.mark<string>("owner")) === owner && owner !== undefined) return;
      await edit.clearCache();
      await edit.clearOutbox();
      await edit.setMark("owner", owner);
    });
    const [before, person] = [this.#person, state.type === "loggedIn" ? state.userId : undefined];
    this.#person = person;
    // Whoever comes next finds nothing on a screen of who was here.
    if (before !== undefined && before !== person) {
      this.#typing.forget();
      this.#watchers.tell({ type: "disowned" });
    }
    if (state.type === "loggedIn") {
      this.#outbox.open();
      // It waits for the network by itself.
      void this.#live.start(state.userId);
      // What was refused before this may read.
      this.#watchers.tell({ type: "retried" });
    }
  }
}
