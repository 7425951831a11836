import CareModels
import Foundation

/// Sends what it was given, in order and once: it is on disk before `add` returns, and leaves it only when the server has answered. Killed in between it is
/// sent again under the same key, which the server knows.
actor Outbox {
    /// What is done with the answer, by the first part of the lane's name.
    typealias Settle = @Sendable (OutboxItem, HTTPReply) async throws -> Void

    private let file: OutboxFile
    private let api: API
    private let clock: CareClock
    private let settle: [String: Settle]
    /// What is shown of a lane is another.
    private let onShow: @Sendable (_ lane: String) -> Void
    private var machine = OutboxMachine()
    private var pauses: [String: Task<Void, Never>] = [:]
    private nonisolated let executor = QueueExecutor("careline.outbox")

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated let wasDamaged: Bool

    init(
        _ storage: CareStorage, _ sealer: Sealer, _ api: API, settle: [String: Settle], onShow: @escaping @Sendable (_ lane: String) -> Void
    ) throws {
        let file = try OutboxFile(storage, sealer)
        wasDamaged = file.wasDamaged
        (self.file, self.api, self.settle, self.onShow) = (file, api, settle, onShow)
        clock = api.clock
    }

    // MARK: What is to be sent

    func add(_ item: OutboxItem, lane: String) throws {
        let position = try file.add(item, lane: lane)
        handle(.added(OutboxMachine.Entry(position: position, lane: lane)))
    }

    /// In place of what waits in the lane: of marks that only the last counts.
    func replace(lane: String, with item: OutboxItem) throws {
        let (added, removed) = try file.replace(lane: lane, with: item)
        for position in removed { handle(.delivered(position)) }
        handle(.added(OutboxMachine.Entry(position: added, lane: lane)))
    }

    func pending(_ lane: String) throws -> [Pending] {
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
        guard let found = try file.items(lane).first(where: { $0.item.id == id }) else { return }
        handle(.retry(found.position))
    }

    /// False when it is on its way, or was sent.
    func cancel(_ id: UUID, lane: String) throws -> Bool {
        guard let found = try file.items(lane).first(where: { $0.item.id == id }) else { return false }
        handle(.cancel(found.position))
        return !machine.entries.contains { $0.position == found.position }
    }

    // MARK: When it may

    func open(for owner: UserID) throws {
        try file.adopt(owner.description)
        handle(.loaded(try file.entries()))
        handle(.opened)
    }

    func close() { handle(.closed) }

    func erase() throws {
        handle(.closed)
        try file.erase()
        handle(.loaded([]))
    }

    func networkIsBack() { handle(.networkBack) }

    // MARK: Inside

    private func handle(_ event: OutboxMachine.Event) {
        for effect in machine.handle(event) { perform(effect) }
    }

    private func perform(_ effect: OutboxMachine.Effect) {
        switch effect {
        case .deliver(let position): Task { await deliver(position) }
        case .remove(let position): try? file.remove(position)
        case .keepFailure(let position, let failure): try? file.keep(failure, of: position)
        case .pause(let lane, let failures, let atLeast):
            let pause = RetryRule().pause(after: failures, atLeast: atLeast, random: clock.random())
            pauses[lane]?.cancel()
            pauses[lane] = Task {
                guard (try? await clock.sleep(pause)) != nil else { return }
                handle(.waited(lane: lane))
            }
        case .load: if let entries = try? file.entries() { handle(.loaded(entries)) }
        case .show(let lane): onShow(lane)
        }
    }

    private func deliver(_ position: Int) async {
        do {
            guard try file.claim(position), let (item, lane) = try file.item(position) else { return handle(.taken(position)) }
            let reply = try await api.attempt(item.call)
            let kind = String(lane.prefix { $0 != "/" })
            // Where it is shown from then on, before it is gone from here. What does not fit on the disk is loaded again.
            try? await settle[kind]?(item, reply)
            try file.remove(position)
            handle(.delivered(position))
        } catch {
            try? file.release(position)
            // Nobody cancels what the outbox does.
            handle(.failed(position, (try? CareError.of(error)) ?? .offline))
        }
    }
}
