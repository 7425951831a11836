import CareModels
import Foundation

/// Holds the live stream open while somebody is logged in, by whichever way comes through, and gives what comes to those who keep it.
actor Live {
    private let api: API
    private let keeper: FeedKeeper
    private let watchers: Watchers
    private let typing: TypingBoard
    private let clock: CareClock
    private let shown: Broadcast<ConnectionState>
    /// The server is there again.
    private let onReached: @Sendable () async -> Void

    private var machine = LiveMachine()
    /// For good.
    private var isOver = false
    private var user: UserID?
    private var token: String?
    private var mustRenew = false
    /// For an attempt that was refused for want of it.
    private var hasHeardNonce = false
    private var socket: (any TransportSocket)?
    private var ways = FeedWays()
    /// By which the present connection is, or is to be, and what was heard before it.
    private var trial: (way: FeedWays.Way, heardBefore: Int)?
    /// What was begun for an earlier connection says nothing of this one.
    private var generation = 0
    /// The connection of which the lists know that it is open.
    private var settled: Int?
    /// What the lists are told of the stream, one after the other.
    private var telling: Task<Void, Never>?
    private var arrived: [FeedEntry] = []
    private var heard = 0
    /// Since when nothing is heard, however often it was tried again meanwhile.
    private var lostAt: Date?
    private var tasks: [Task<Void, Never>] = []
    private var pause: Task<Void, Never>?

    init(
        _ api: API, _ keeper: FeedKeeper, _ watchers: Watchers, _ typing: TypingBoard, _ shown: Broadcast<ConnectionState>,
        onReached: @escaping @Sendable () async -> Void
    ) {
        (self.api, self.keeper, self.watchers, self.typing, self.shown, self.onReached) = (api, keeper, watchers, typing, shown, onReached)
        clock = api.clock
    }

    func start(for user: UserID) async {
        if isOver { return }
        // Another person's is not this one's.
        if self.user != user { await handle(.unwanted) }
        guard machine.phase == .off else { return }
        self.user = user
        let run = machine.run
        // Without a place all is loaded anew, which a place that cannot be read calls for too.
        let place = (try? await keeper.place()) ?? nil
        await handle(.wanted(place, run: run))
    }

    func stop() async {
        // That nobody wants it any more says nothing of the network.
        trial = nil
        await handle(.unwanted)
    }

    /// Nothing is opened any more, whoever wants it.
    func end() async {
        isOver = true
        await stop()
    }

    /// The server has answered something else.
    func answered() async { await handle(.answered) }

    /// The network is back, or the app is in front: no more waiting.
    func hurry(isOtherNetwork: Bool = false) async {
        if isOtherNetwork {
            ways.networkChanged()
            // What is being opened by the one before says nothing of this one.
            if machine.phase != .live { trial = nil }
        }
        await handle(.hurried(isOtherNetwork: isOtherNetwork))
        await (socket as? PageSocket)?.hurry()
    }

    // MARK: Inside

    private func handle(_ event: LiveMachine.Event) async {
        // Where much was missed, the lists are known to be old before anybody is told that it is open again.
        for effect in machine.handle(event) { await perform(effect) }
        show()
    }

    private func perform(_ effect: LiveMachine.Effect) async {
        switch effect {
        case .connect:
            let generation = generation
            tasks.append(Task { await connect(generation) })
        case .disconnect: disconnect()
        case .resume(let place): await say(StreamCommand(type: "resume", epoch: place?.epoch, since: place?.sequence))
        case .authorize(let token): await say(StreamCommand(type: "authorize", token: token))
        case .keep(let index, let place): await keep(Array(arrived[index...]), place)
        case .loadAnew(let place):
            guard let user else { return }
            let (run, generation) = (machine.run, generation)
            await telling?.value
            do { try await keeper.startAnew(at: place, for: user) } catch { return await notKept(run) }
            await reached(generation)
        case .inStep:
            let generation = generation
            await tell(.inStep)
            await reached(generation)
        case .outOfStep: await tell(.outOfStep)
        case .renewToken: mustRenew = true
        case .hurry: pause?.cancel()
        case .ask: await ask()
        case .pause(let failures):
            let duration = RetryRule().pause(after: failures, random: clock.random())
            pause = Task {
                guard (try? await clock.sleep(duration)) != nil else { return }
                await handle(.waited)
            }
        }
    }

    /// Who is told that it is open, and then that it is not, hears it in this order.
    private func tell(_ event: WatchMachine.Event) async {
        let before = telling
        let task = Task {
            await before?.value
            await watchers.tell(event)
        }
        telling = task
        await task.value
    }

    /// Unless it broke off, or was ended, while the lists were told.
    private func reached(_ generation: Int) async {
        guard generation == self.generation else { return }
        await watchers.tell(.retried)
        await onReached()
        guard generation == self.generation else { return }
        settled = generation
        tasks.append(
            Task {
                guard (try? await clock.sleep(.seconds(10))) != nil, self.generation == generation else { return }
                await handle(.steady)
            })
    }

    private func keep(_ entries: [FeedEntry], _ place: FeedPlace) async {
        guard let user else { return }
        let run = machine.run
        do { try await keeper.keep(entries, upTo: place, for: user) } catch { await notKept(run) }
    }

    /// The disk did not keep it: from where it was, another time.
    private func notKept(_ run: Int) async { await handle(.notKept((try? await keeper.place()) ?? nil, run: run)) }

    private func connect(_ generation: Int) async {
        do {
            let (session, user) = (api.session, user)
            let token = try await mustRenew && self.token != nil ? session.token(insteadOf: self.token ?? "", of: user) : session.token(of: user)
            guard generation == self.generation else { return }
            (self.token, mustRenew) = (token, false)
            let way = ways.next
            trial = (way, heard)
            let socket = try await open(way, token)
            guard generation == self.generation else { return socket.close() }
            self.socket = socket
            // The others end with their token.
            if way == .socket { tasks.append(Task { await renewInTime(generation) }) }
            tasks.append(Task { await listenForFirstWord(generation, after: heard) })
            await handle(.opened)
            try await listen(to: socket, generation)
        } catch TransportFault.notUpgraded(let status) where status == 401 || status == 403 {
            guard generation == self.generation else { return }
            let objection = await api.objection(to: token ?? "")
            guard generation == self.generation else { return }
            await refused(for: objection)
        } catch {
            guard generation == self.generation, let error = try? CareError.of(error) else { return }
            await handle(.failed(error))
        }
    }

    /// By Careline, or by what stands in the way: then another way may come through.
    private func refused(for objection: API.Objection?) async {
        // Who refuses was reached.
        if objection != nil { trial = nil }
        switch objection {
        // Once, until something was heard.
        case .nonce? where !hasHeardNonce:
            hasHeardNonce = true
            await handle(.failed(.offline))
            await handle(.hurried())
        case .nonce?, .refused(status: 401)?: await handle(.closed(code: LiveMachine.sessionEnded))
        case .refused(status: 403)?: await handle(.closed(code: LiveMachine.notAllowed))
        case .refused?, nil: await handle(.failed(.offline))
        }
    }

    private func open(_ way: FeedWays.Way, _ token: String) async throws -> any TransportSocket {
        switch way {
        case .socket: try await api.transport.openSocket(api.http(.get("/stream"), token: token))
        case .events: try await EventSocket.open(api, machine.place, token: token)
        case .pages: PageSocket(api, after: machine.place)
        }
    }

    private func listen(to socket: any TransportSocket, _ generation: Int) async throws {
        while generation == self.generation {
            let news = try await socket.receive()
            guard generation == self.generation else { return }
            heard += 1
            hasHeardNonce = false
            switch news {
            case .closed(let code): return await handle(.closed(code: code))
            case .message(let bytes):
                if let frame = try? Wire.decode(StreamFrame.self, from: bytes) {
                    await hear(frame, generation)
                } else if (try? Wire.decode(StreamFrame.Name.self, from: bytes))?.type == StreamFrame.entries {
                    await handle(.unreadable)
                }
            }
        }
    }

    private func hear(_ frame: StreamFrame, _ generation: Int) async {
        switch frame.type {
        case "hello":
            let every = Duration.seconds(frame.heartbeatSeconds ?? 60)
            tasks.append(Task { await listenForSilence(generation, every) })
        case "resumed":
            guard let epoch = frame.epoch, let sequence = frame.sequence else { return }
            await handle(.resumed(isRecovered: frame.recovered ?? false, FeedPlace(epoch: epoch, sequence: sequence)))
        case StreamFrame.entries:
            arrived = frame.entries ?? []
            await handle(.entries(arrived.map(\.sequence)))
        case "typing":
            guard let conversation = frame.conversationId, let person = frame.userId else { return }
            await typing.hear(person, in: conversation, isTyping: frame.typing ?? true)
        default: break
        }
    }

    /// What stands between may take a connection and let nothing through it.
    private func listenForFirstWord(_ generation: Int, after before: Int) async {
        guard (try? await clock.sleep(.seconds(30))) != nil, generation == self.generation, heard == before else { return }
        await handle(.silent)
    }

    /// Asks when nothing was heard, and gives up when nothing is answered.
    private func listenForSilence(_ generation: Int, _ every: Duration) async {
        while generation == self.generation {
            let before = heard
            guard (try? await clock.sleep(every / 2)) != nil, generation == self.generation else { return }
            if heard != before { continue }
            await say(StreamCommand(type: "ping"))
            guard (try? await clock.sleep(every / 4)) != nil, generation == self.generation else { return }
            if heard == before { return await handle(.silent) }
        }
    }

    /// For who has just come back, and shall not look at what is old for as long as a silence may last otherwise.
    private func ask() async {
        // A page is asked for at once in any case.
        guard let way = trial?.way, way != .pages else { return }
        let (generation, before) = (generation, heard)
        if way == .socket { await say(StreamCommand(type: "ping")) }
        guard generation == self.generation else { return }
        // Events hear nothing: a word comes each fifteen seconds by itself.
        let patience = way == .socket ? Self.patience : Self.patience * 2
        tasks.append(
            Task {
                guard (try? await clock.sleep(patience)) != nil, generation == self.generation, heard == before else { return }
                await handle(.silent)
            })
    }

    /// For the answer to a question.
    static let patience = Duration.seconds(9)

    /// Gives the stream the next token before the one that it was opened with ends.
    private func renewInTime(_ generation: Int) async {
        var failures = 0
        while let token, let expiresAt = await api.session.tokenExpiresAt, generation == self.generation {
            let pause =
                failures == 0
                ? Self.renewal(before: expiresAt.timeIntervalSince(clock.now())) : RetryRule(first: .seconds(1)).pause(after: failures, random: clock.random())
            guard (try? await clock.sleep(pause)) != nil, generation == self.generation else { return }
            do {
                let next = try await api.session.token(insteadOf: token, of: user)
                guard generation == self.generation else { return }
                failures = 0
                self.token = next
                await handle(.renewed(token: next))
            } catch {
                // That the session has ended, the stream hears from the server.
                failures += 1
            }
        }
    }

    /// A minute before the end; of a token that lives shortly, in the middle of what is left.
    static func renewal(before left: TimeInterval) -> Duration { .seconds(max(left > 120 ? left - 60 : left / 2, 10)) }

    private func say(_ command: StreamCommand) async {
        guard let socket, let text = try? String(decoding: Wire.encode(command), as: UTF8.self) else { return }
        // That it broke, the one who listens hears.
        try? await socket.send(text)
    }

    private func disconnect() {
        if let trial { ways.ended(trial.way, cameThrough: heard > trial.heardBefore) }
        trial = nil
        generation += 1
        socket?.close()
        socket = nil
        for task in tasks { task.cancel() }
        tasks = []
        pause?.cancel()
    }

    private func show() {
        switch machine.phase {
        case .off:
            lostAt = nil
            shown.set(.notConnected)
        case .live where settled == generation:
            lostAt = nil
            shown.set(.connected)
        case .connecting, .resuming, .live: shown.set(.connecting)
        case .waiting:
            let since = lostAt ?? clock.now()
            lostAt = since
            shown.set(.disconnected(since: since))
        }
    }
}
