import CareModels
import Foundation

/// A client of Careline for one app. Make one, keep it as long as the app runs, and close it at the end.
///
/// ```swift
/// let care = try await CareClient(.init(server: url, clientID: "my-app", redirect: callback, storage: .directory(folder), keychain: keychain))
/// try await care.session.logIn(scopes: [.messagesRead, .messagesWrite], present: presentBrowser)
/// for try await inbox in care.messaging.conversations() {
///     show(inbox.data.items, fresh: inbox.isDataFresh)
/// }
/// ```
public final class CareClient: Sendable {
    /// Who is logged in: logging in, its states, logging out.
    public let session: CareSession
    /// Conversations and messages.
    public let messaging: Messaging
    /// Providers, free times and appointments.
    public let scheduling: Scheduling
    /// What the person was notified of.
    public let notifications: Notifications
    /// Heart rates, alerts and reminders.
    public let health: Health
    /// The person's health record, as resources of FHIR.
    public let records: Records
    /// Whatever the app keeps of its own, sealed or not.
    public let appData: AppData
    /// The nearest emergency room, also without a network.
    public let emergencyRooms: EmergencyRooms

    private let core: Core
    private let live: Live
    private let places: DiskCache
    private let connection: Broadcast<ConnectionState>
    private let notices: Broadcast<Set<Notice>>
    private let followers: Followers<Happening>
    private let configuration: Configuration
    private let following: Task<Void, Never>
    private let adoption: Adoption

    /// What an app may want to say to its person, or to its developers.
    public enum Notice: Hashable, Sendable {
        /// The cache could not be read, or not be emptied of what was another person's, and was begun anew: for a while less is there offline.
        case cacheRebuilt
        /// What had yet to be sent could not be read. It was moved aside, as `outbox.sqlite.damaged`, and is not sent.
        case outboxLost
        /// The operator would like to see a newer version of the app.
        case versionDeprecated
    }

    /// Opens what is stored, restores the session, and goes on where the last run ended. Nothing waits for the network.
    public init(_ configuration: Configuration) async throws {
        self.configuration = configuration
        let parts = try await caring { try await Parts(configuration) }
        (session, core, live, places) = (parts.core.api.session, parts.core, parts.live, parts.places)
        (connection, notices, followers) = (parts.connection, parts.notices, parts.followers)
        let notice = TypingNotice(core.api)
        messaging = Messaging(core: core, typing: parts.typing, notice: notice)
        scheduling = Scheduling(core: core)
        notifications = Notifications(core: core)
        health = Health(core: core)
        records = Records(core: core)
        appData = AppData(core: core, sealed: SealedData(core: core, keychain: configuration.keychain))
        emergencyRooms = EmergencyRooms(core: core, copy: ERCopy(core.api, places))
        adoption = Adoption(core, notice, parts.typing)
        let wantsLive = configuration.isLive
        let (core, live, notices, logins, adoption) = (core, live, notices, session.logins.follow(), adoption)
        await session.before { [weak adoption] in await adoption?.adopt($0) }
        following = Task {
            await withDiscardingTaskGroup { group in
                if configuration.app != nil { group.addTask { await Self.judgeVersion(configuration, core, notices) } }
                group.addTask { await core.api.session.giveBack() }
                group.addTask { try? await core.cache.edit { try SealedData.sweep($0, at: core.api.clock.now()) } }
                if let every = configuration.refreshEvery { group.addTask { await Self.refresh(every, core) } }
                if wantsLive { group.addTask { for await _ in core.api.answers.follow() { await live.answered() } } }
                group.addTask {
                    for await user in logins {
                        await core.outbox.goOn(for: user)
                        if wantsLive { await live.start(for: user) }
                        // What a login for less was refused.
                        await core.watchers.tell(.retried)
                    }
                }
                for await state in core.api.session.states {
                    if wantsLive, case .loggedIn(let user) = state { await live.start(for: user) } else { await live.stop() }
                }
            }
        }
    }

    // MARK: What apps see and say

    /// Whether what happens is heard of at once: as it is now, then whenever that changes.
    public var connectionStates: AsyncStream<ConnectionState> { connection.follow() }
    /// Whether what happens is heard of at once, as it is now.
    public var connectionState: ConnectionState { connection.value }

    /// What the live stream tells from now on, each as soon as the lists have it. Who is a thousand behind misses the oldest: the lists are whole.
    public var feed: AsyncStream<Happening> { followers.follow() }

    /// All that there was to say since the client was made.
    public var noticed: AsyncStream<Set<Notice>> { notices.follow() }

    /// What calls for looking again.
    public enum Trigger: Sendable {
        /// The network is back, or another one.
        case network
        /// The app is in front again.
        case appInFront
        /// A push notification came.
        case push
        /// The person, or a timer of the app's.
        case asked
    }

    /// Looks again at what is watched, and sends what waits, without waiting any longer: with `.asked` at all of it, else at all but what an open live stream
    /// keeps, which is asked whether it is there still.
    public func refresh(_ trigger: Trigger = .asked) async {
        // What the live stream keeps in step needs no look, unless it is down. Whether it is, it asks.
        let isInStep = trigger != .asked && connectionState == .connected
        // Who was away for a while may be back by another network.
        if trigger == .network || trigger == .appInFront { core.api.transport.networkChanged() }
        if trigger == .network { core.api.reads.breakOff() }
        if session.state == .unsupportedVersion { _ = await Self.askVersion(configuration, core, notices) }
        await live.hurry(isOtherNetwork: trigger == .network)
        // What an extension has loaded meanwhile is shown before anything is asked.
        await session.lookForOthers()
        try? await core.cache.lookForOthers()
        await core.outbox.networkIsBack(isOtherNetwork: trigger == .network)
        await core.watchers.tell(.retried)
        await core.watchers.tell(.outdated, butFor: isInStep ? FeedKeeper.kept : [])
        await session.giveBack()
    }

    /// Ends what runs: whoever watches something, or follows ``feed``, comes to the end of it, without an error. Whoever watches, sends or asks the server for
    /// something after that hears ``CareError/closed``. What has yet to be sent is sent by the next client.
    public func close() async {
        following.cancel()
        core.api.close()
        await live.end()
        await core.outbox.end()
        await session.end()
        await core.watchers.close()
        followers.end()
    }

    /// Whoever forgets to close it has let go of it all the same.
    deinit {
        following.cancel()
        let (live, outbox, session) = (live, core.outbox, session)
        Task {
            await live.end()
            await outbox.close()
            await session.end()
        }
    }

    // MARK: Inside

    /// What becomes of what is stored when the session changes. The client alone holds it: the session, which the rest holds, would hold that in turn, and none of
    /// it would ever go, nor would the files be closed.
    private final class Adoption: Sendable {
        private let core: Core
        private let notice: TypingNotice
        private let typing: TypingBoard

        init(_ core: Core, _ notice: TypingNotice, _ typing: TypingBoard) { (self.core, self.notice, self.typing) = (core, notice, typing) }

        func adopt(_ state: SessionState) async { await CareClient.adopt(state, core, notice, typing) }
    }

    /// What is stored belongs to one person, as does what is shown.
    private static func adopt(_ state: SessionState, _ core: Core, _ notice: TypingNotice, _ typing: TypingBoard) async {
        switch state {
        case .loggedIn(let user):
            // Where nobody can tell whose it was, it may have been another's.
            if (try? await core.cache.adopt(user.description)) ?? true { await leave(core, notice, typing) }
            await core.outbox.open(asSoonAsCanBe: user)
        case .expired, .unsupportedVersion: await core.outbox.close()
        case .loggedOut:
            await core.outbox.close()
            try? await core.outbox.erase()
            await core.cache.forgetAll()
            await leave(core, notice, typing)
        }
    }

    /// Whoever comes next finds nothing of who was here. Emergency rooms are anybody's.
    private static func leave(_ core: Core, _ notice: TypingNotice, _ typing: TypingBoard) async {
        await notice.forget()
        await typing.forget()
        // In memory there is one folder for all.
        if case .directory = core.storage { FormOnDisk.removeAll(in: core.forms) }
        await core.watchers.tell(.disowned, butFor: [EmergencyRooms.watched])
    }

    /// Where no stream tells of what changes.
    private static func refresh(_ every: Duration, _ core: Core) async {
        while (try? await core.api.clock.sleep(every)) != nil { await core.watchers.tell(.outdated) }
    }

    private static func judgeVersion(_ configuration: Configuration, _ core: Core, _ notices: Broadcast<Set<Notice>>) async {
        let clock = core.api.clock
        var failures = 0
        while !Task.isCancelled {
            // Who cannot ask goes on, and asks later.
            failures = await askVersion(configuration, core, notices) ? 0 : failures + 1
            let pause = failures == 0 ? VersionPolicy.every : VersionPolicy.again.pause(after: failures, random: clock.random())
            guard (try? await clock.sleep(pause)) != nil else { return }
        }
    }

    /// False where nobody could say. What the operator has refused may be supported again.
    private static func askVersion(_ configuration: Configuration, _ core: Core, _ notices: Broadcast<Set<Notice>>) async -> Bool {
        guard let app = configuration.app else { return true }
        guard let policy = try? await core.api.fetch(VersionPolicy.self, Call(method: "GET", path: "/sdk/versions", needsLogin: false)) else { return false }
        let (session, status) = (core.api.session, policy.status(of: app.version, on: app.platform))
        let wasRefused = session.state == .unsupportedVersion
        if status == .deprecated { notices.change { $0.insert(.versionDeprecated) } }
        await session.judgeVersion(isSupported: status != .unsupported)
        if wasRefused { await core.watchers.tell(.retried) }
        return true
    }

    /// How the parts are put together.
    private struct Parts {
        let core: Core
        let live: Live
        let places: DiskCache
        let typing: TypingBoard
        let connection = Broadcast<ConnectionState>(.notConnected)
        let notices = Broadcast<Set<Notice>>([])
        let followers: Followers<Happening>

        init(_ configuration: Configuration) async throws {
            let (storage, clock) = (configuration.storage, configuration.clock)
            if case .directory(let folder) = storage {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
            // Two processes that start at once make one key.
            let sealer = try await ProcessLock.with(storage, "key.lock", atMost: .seconds(5), clock) { try Sealer(configuration.keychain) }
            let cache = try DiskCache(path: storage.path("cache.sqlite"), sealer: sealer, mostBytes: configuration.cacheLimit)
            places = try DiskCache(path: storage.path("places.sqlite"), sealer: sealer, mostBytes: .max)
            let watchers = Watchers(cache: cache, clock: clock)
            let authority = Authority(
                server: configuration.server, clientID: configuration.clientID, transport: configuration.transport, clock: clock,
                proofs: Proofs(configuration.keychain, clock), bindsTokens: configuration.bindsTokens)
            let session = try CareSession(authority, redirect: configuration.redirect, keychain: configuration.keychain, storage: storage)
            let api = API(
                server: configuration.server, transport: configuration.transport, clock: clock, language: configuration.language, session: session)
            let (stored, begun, connection) = (StoredRecords(), LatelyDone<ConversationID>(), connection)
            let isLive: @Sendable () -> Bool = { connection.value == .connected }
            let kinds: [String: Outbox.Kind] = [
                Messaging.kind: Messaging.sending(cache), "begin": Messaging.sendingBeginnings(cache, begun),
                "health": Health.sending(watchers), "booking": Scheduling.sending(api, watchers),
                "records": Records.sending(api, watchers, stored, sealer),
                "seen": Messaging.sendingMarks(session, cache, watchers, isHeardOf: isLive),
                "read": Notifications.sendingMarks(cache, watchers, isHeardOf: isLive)
            ]
            let outbox = try Outbox(storage, sealer, api, kinds: kinds) { lane in
                Task { await watchers.hear(.changed([Core.shown(lane)])) }
            }
            core = Core(api: api, cache: cache, watchers: watchers, outbox: outbox, stored: stored, begun: begun, storage: storage)
            FormOnDisk.sweep(storage.forms)
            typing = TypingBoard(clock: clock)
            let keeper = FeedKeeper(cache: cache, watchers: watchers, api: api)
            followers = keeper.followers
            live = Live(api, keeper, watchers, typing, connection) { await outbox.networkIsBack() }
            let notices = notices
            if outbox.wasDamaged { notices.set([.outboxLost]) }
            // Who is told holds the cache.
            await cache.observe { [weak watchers] news in
                if news == .rebuilt { notices.change { $0.insert(.cacheRebuilt) } }
                Task { [weak watchers] in await watchers?.hear(news) }
            }
            await places.observe { news in if news == .rebuilt { notices.change { $0.insert(.cacheRebuilt) } } }
        }
    }
}
