import CareModels
import Foundation

/// Sends what it was given, in order and once: it is on disk before `add` returns, and leaves it only when the server has answered. Killed in between it is
/// sent again under the same key, which the server knows.
actor Outbox {
    /// What is done with the answer. Nil where nothing is left of what was sent.
    typealias Settle = @Sendable (OutboxItem, HTTPReply) async throws -> Rest?

    /// What the server did not take of something while it took the others, and why: it stays in its place.
    struct Rest: Sendable {
        var item: OutboxItem
        var why: Problem
    }

    /// How several that lie behind each other in a lane go in one call, which does all of them or none and knows again those that were done.
    struct Joint: Sendable {
        var call: @Sendable ([OutboxItem]) throws -> Call
        /// Throws where it is no answer to these.
        var settle: @Sendable ([OutboxItem], HTTPReply) async throws -> Void
        /// Of the bodies of those that are joined.
        var mostBytes: Int
    }

    /// What is particular to some of what is sent: by the first part of the lane's name.
    struct Kind: Sendable {
        var settle: Settle
        /// What becomes of what waits about the same, now that this was done; nil where it stays as it is.
        var amend: @Sendable (_ done: OutboxItem, HTTPReply, _ later: OutboxItem) throws -> AmendedItem? = { _, _, _ in nil }
        /// The answer that an earlier attempt must have had, where this refusal says that it was done.
        var answer: @Sendable (OutboxItem, _ to: Problem) async throws -> HTTPReply? = { _, _ in nil }
        /// The answer that an attempt must have had of which the server does not know by the key any more; nil where none has arrived.
        var earlier: @Sendable (OutboxItem) async throws -> HTTPReply? = { _ in nil }
        /// Nil where each goes by itself.
        var joint: Joint?
    }

    private let file: OutboxFile
    private let api: API
    private let clock: CareClock
    private let kinds: [String: Kind]
    /// What is shown of a lane is another.
    private let onShow: @Sendable (_ lane: String) -> Void
    private var machine: OutboxMachine
    private var pauses: [String: Task<Void, Never>] = [:]
    private var deliveries: [UUID: Task<Void, Never>] = [:]
    /// For whom it is to be opened as soon as the file lets it, and how often it did not.
    private var wanted: (owner: UserID, failures: Int)?
    private var opening: Task<Void, Never>?
    /// Why what the file holds may be somebody else's.
    private var foreign: StorageFault?
    /// Whose what the file holds is: it is sent as theirs, or not at all.
    private var owner: UserID?
    /// Rises with each: that the session before has ended says nothing of what is sent by this one.
    private var logins = 0
    /// For good.
    private var isOver = false
    private nonisolated let executor = QueueExecutor("careline.outbox")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated let wasDamaged: Bool

    init(
        _ storage: CareStorage, _ sealer: Sealer, _ api: API, kinds: [String: Kind], mostPages: Int? = nil,
        onShow: @escaping @Sendable (_ lane: String) -> Void
    ) throws {
        let file = try OutboxFile(storage, sealer, mostPages: mostPages)
        wasDamaged = file.wasDamaged
        (self.file, self.api, self.kinds, self.onShow) = (file, api, kinds, onShow)
        machine = OutboxMachine(joinable: Set(kinds.filter { $0.value.joint != nil }.keys))
        clock = api.clock
    }

    // MARK: What is to be sent

    /// Of those about one subject the later wait until the earlier were done, or taken back.
    func add(_ item: OutboxItem, lane: String, about subject: String? = nil) throws {
        try mayTake()
        let position = try file.add(item, lane: lane, about: subject)
        handle(.added(OutboxMachine.Entry(position: position, lane: lane, subject: subject)))
    }

    /// Both, or none where the disk has no room: the second waits for the first, whose answer says what it is about.
    func add(_ item: OutboxItem, then second: OutboxItem, lane: String, about subject: String? = nil) throws {
        try mayTake()
        for entry in try file.add(item, then: second, lane: lane, about: subject) { handle(.added(entry)) }
    }

    /// What waits under this name in the lanes of a kind, as it was given.
    func item(_ id: UUID, ofKind kind: String) throws -> OutboxItem? { foreign == nil ? try file.item(id, ofKind: kind) : nil }

    /// False when what the first of them awaits was sent already.
    func add(awaiting items: OutboxItem..., lane: String) throws -> Bool {
        try mayTake()
        let entries = try file.add(awaiting: items, lane: lane)
        for entry in entries { handle(.added(entry)) }
        return !entries.isEmpty
    }

    /// In place of what waits in the lane: of marks the last counts alone, or the one that reaches further.
    func replace(lane: String, with item: OutboxItem) throws {
        try mayTake()
        let (added, removed) = try file.replace(lane: lane, with: item)
        for position in removed { handle(.delivered([position])) }
        handle(.added(OutboxMachine.Entry(position: added, lane: lane)))
    }

    private func mayTake() throws {
        try mayChange()
        if let foreign { throw foreign }
        // Whoever gives it has not heard yet that the next one is here, who would send it as theirs. Of nobody's the next one would send nothing.
        switch api.session.state {
        case .loggedIn(let giver), .expired(let giver): if let owner, owner != giver { throw CareError.loggedOut }
        case .loggedOut: throw CareError.loggedOut
        case .unsupportedVersion: break
        }
    }

    private func mayChange() throws { if isOver { throw CareError.closed } }

    func pending(_ lane: String) throws -> [Pending] {
        if foreign != nil { return [] }
        let states = Dictionary(machine.entries.map { ($0.position, $0.state) }) { first, _ in first }
        return try file.items(lane).map { position, item in
            let delivery: Delivery =
                switch states[position] {
                case .sending: .sending
                case .failed(let error): .failed(error)
                case .waiting, nil: .toBeSent
                }
            return Pending(position: position, item: item, delivery: delivery)
        }
    }

    func retry(_ id: UUID, lane: String) throws {
        try mayChange()
        guard let found = try file.items(lane).first(where: { $0.item.id == id }) else { return }
        handle(.retry(found.position))
    }

    /// Once more, otherwise: of what was refused.
    func retry(_ id: UUID, lane: String, as changed: @Sendable (OutboxItem) throws -> (item: OutboxItem, subject: String)?) throws {
        try mayChange()
        guard let found = try file.items(lane).first(where: { $0.item.id == id }), let (item, subject) = try changed(found.item),
            let entry = machine.entries.first(where: { $0.position == found.position }), case .failed = entry.state
        else { return }
        try file.change(found.position, to: item, lane: lane, about: subject)
        handle(.retry(found.position))
    }

    /// False when it is on its way, by another process too, or was sent. What awaits it goes with it. Throws a `StorageFault` when the disk does not let it go:
    /// it is sent then as if nothing had been said.
    func cancel(_ id: UUID, lane: String) throws -> Bool {
        try mayChange()
        let all = try file.items(lane)
        guard let found = all.first(where: { $0.item.id == id }) else { return false }
        let isOnItsWay = machine.entries.contains { $0.position == found.position && $0.state == .sending }
        if isOnItsWay { return false }
        // From the last on, so that none is left without the one that it awaits; with a file what awaits that.
        var given: Set<UUID> = [id]
        let behind = all.filter { $0.item.awaits.map(given.contains) == true && given.insert($0.item.id).inserted }
        let gone = behind.reversed().map(\.position) + [found.position]
        guard try file.takeBack(found.position, with: gone) else { return false }
        for position in gone { handle(.cancel(position)) }
        // Another process has given it, and nobody here knew of it.
        onShow(lane)
        return true
    }

    // MARK: When it may

    func open(for owner: UserID) throws {
        do {
            try file.adopt(owner.description)
            (self.owner, foreign) = (owner, nil)
        } catch {
            foreign = error as? StorageFault ?? .busy
            throw error
        }
        handle(.loaded(try file.entries()))
        logins += 1
        handle(.opened)
    }

    /// With each login of whose what lies here is. A session that ends, and begins again within a moment, may be shown to nobody as ended: but what was on its
    /// way has heard of it.
    func goOn(for user: UserID) {
        guard !isOver, foreign == nil, owner == user else { return }
        logins += 1
        handle(.opened)
    }

    /// Now, or as soon as the file lets it: another process may hold it, or the disk be full.
    func open(asSoonAsCanBe owner: UserID) {
        if isOver { return }
        giveUpOpening()
        tryToOpen(for: owner, failures: 0)
    }

    func close() {
        giveUpOpening()
        for pause in pauses.values { pause.cancel() }
        pauses = [:]
        handle(.closed)
    }

    /// Nothing is taken or sent any more, whoever logs in: what is in the file is the next client's.
    func end() {
        isOver = true
        close()
    }

    func erase() throws {
        close()
        defer { handle(.loaded([])) }
        do {
            try file.erase()
            (owner, foreign) = (nil, nil)
        } catch {
            // It is shown to nobody, and sent by nobody who comes.
            foreign = error as? StorageFault ?? .busy
            throw error
        }
    }

    /// `isOtherNetwork`: what is on its way by the one before may never be answered. It goes again at once, since all that lies here is good twice.
    func networkIsBack(isOtherNetwork: Bool = false) {
        if isOtherNetwork { for delivery in deliveries.values { delivery.cancel() } }
        if let wanted { open(asSoonAsCanBe: wanted.owner) }
        // What another process of this app has given, which may have been ended before it could send it, goes from here.
        if foreign == nil, let entries = try? file.entries() { handle(.loaded(entries)) }
        handle(.networkBack)
    }

    private func tryToOpen(for owner: UserID, failures: Int) {
        do {
            try open(for: owner)
            (wanted, opening) = (nil, nil)
        } catch {
            wanted = (owner, failures + 1)
            let pause = RetryRule(first: .seconds(1)).pause(after: failures + 1, random: clock.random())
            opening = Task {
                // Whoever gives it up may do so just when the pause is over.
                guard (try? await clock.sleep(pause)) != nil, !Task.isCancelled else { return }
                tryToOpen(for: owner, failures: failures + 1)
            }
        }
    }

    private func giveUpOpening() {
        opening?.cancel()
        (wanted, opening) = (nil, nil)
    }

    // MARK: Inside

    private func handle(_ event: OutboxMachine.Event) {
        for effect in machine.handle(event) { perform(effect) }
    }

    private func perform(_ effect: OutboxMachine.Effect) {
        switch effect {
        case .deliver(let positions):
            let id = UUID()
            deliveries[id] = Task {
                await deliver(positions)
                deliveries[id] = nil
            }
        case .remove(let position): try? file.remove(position)
        case .keepFailure(let position, let failure): try? file.keep(failure, of: position)
        case .pause(let lane, let failures, let atLeast):
            let pause = RetryRule().pause(after: failures, atLeast: atLeast, random: clock.random())
            pauses[lane]?.cancel()
            pauses[lane] = Task {
                guard (try? await clock.sleep(pause)) != nil, !Task.isCancelled else { return }
                pauses[lane] = nil
                handle(.waited(lane: lane))
            }
        case .load: if let entries = try? file.entries() { handle(.loaded(entries)) }
        case .show(let lane): onShow(lane)
        }
    }

    private func deliver(_ positions: [Int]) async {
        var claimed = positions
        // Who logs in while it is on its way has not given it.
        let (owner, login) = (owner, logins)
        do {
            guard let lane = machine.entries.first(where: { $0.position == positions.first })?.lane else { return handle(.taken(positions)) }
            let kind = kinds[OutboxItem.kind(ofLane: lane)]
            let items = try file.claim(positions, of: lane, mostBytes: kind?.joint?.mostBytes ?? .max)
            if items.isEmpty { return handle(.taken(positions)) }
            claimed = items.map(\.position)
            if claimed.count < positions.count { handle(.left(Array(positions.dropFirst(claimed.count)))) }
            let isAmended = items.count == 1 ? try await deliver(items[0].item, at: items[0].position, lane, kind, owner) : try await deliver(items, kind?.joint, owner)
            // What those behind it are about has another name, or they lie elsewhere: known before any of them goes.
            if isAmended, let entries = try? file.entries() { handle(.loaded(entries)) }
            handle(.delivered(claimed))
        } catch {
            try? file.release(claimed)
            // The network is another.
            if Task.isCancelled { return handle(.left(claimed)) }
            let error = (try? CareError.of(error)) ?? .offline
            if [.loggedOut, .expired].contains(error), login != logins, owner == self.owner { return handle(.left(claimed)) }
            handle(.failed(claimed, error))
        }
    }

    /// Where it is shown from then on, before it is gone from here. What does not fit on the disk is loaded again; what is no answer to it says nothing of
    /// where it is, so that it is sent again. Returns whether it made any other of those behind it.
    private func deliver(_ item: OutboxItem, at position: Int, _ lane: String, _ kind: Kind?, _ owner: UserID?) async throws -> Bool {
        let reply = try await answer(to: item, kind, owner)
        var rest: Rest?
        do {
            rest = try await kind?.settle(item, reply)
        } catch {
            guard try CareError.of(error).isOfTheDisk else { throw CareError.server(status: reply.status, retryAfter: nil) }
        }
        if let rest {
            try file.change(position, to: rest.item, lane: lane, about: nil)
            throw CareError.refused(rest.why)
        }
        return try file.remove(position) { later in try kind?.amend(item, reply, later) }
    }

    private func deliver(_ items: [(position: Int, item: OutboxItem)], _ joint: Joint?, _ owner: UserID?) async throws -> Bool {
        guard let joint else { preconditionFailure("only those of a kind with a joint are delivered together") }
        let sent = items.map(\.item)
        let reply = try await api.attempt(joint.call(sent), of: owner)
        try await joint.settle(sent, reply)
        try file.remove(items.map(\.position))
        return false
    }

    private func answer(to item: OutboxItem, _ kind: Kind?, _ owner: UserID?) async throws -> HTTPReply {
        // Where it is given only later, by more than what a clock is put right by now and then, that was wrong, and nobody can say how old it is.
        let isKnown = (-60...Self.keysLast).contains(clock.now().timeIntervalSince(item.createdAt))
        if let kind, !isKnown, let answer = try await Self.read({ try await kind.earlier(item) }) { return answer }
        do {
            return try await api.attempt(item.call, of: owner)
        } catch CareError.refused(let problem) {
            guard let kind, let answer = try await Self.read({ try await kind.answer(item, problem) }) else { throw CareError.refused(problem) }
            return answer
        }
    }

    /// For so long the server surely knows what was sent under a key: an hour less than it says.
    private static let keysLast: TimeInterval = 23 * 3600

    /// What is no answer of Careline's says nothing of what was sent.
    private static func read(_ work: () async throws -> HTTPReply?) async throws -> HTTPReply? {
        do { return try await work() } catch CareError.unreadable { throw CareError.server(status: 200, retryAfter: nil) }
    }
}
