import DequeModule

/// Decides, under the producer's lock, who may hand over records and who has heard of all of theirs. Pure: the caller acts on
/// the answers outside the lock. `Room` waits for room, `Report` for the results of a batch.
struct ProducerState<Room: Sendable, Report: Sendable>: Sendable {
    typealias Outcome = Result<KafkaDelivery, KafkaError>

    /// Names one record of one batch; librdkafka carries it as the record's opaque pointer.
    struct Token: Hashable {
        var rawValue: UInt

        init(rawValue: UInt) { self.rawValue = rawValue }

        /// One is added, so that no token is a null pointer.
        init(batch: Int, index: Int) { rawValue = (UInt(batch) &+ 1) << 24 | UInt(index) }

        var batch: Int { Int(rawValue >> 24) - 1 }
        var index: Int { Int(rawValue & 0xFF_FFFF) }
    }

    enum Reservation {
        case granted(Int)
        case refused(KafkaError)
        case wait
    }

    /// What to do outside the lock.
    struct Actions: Sendable {
        var room: [(Room, Result<Int, KafkaError>)] = []
        var reports: [(Report, [Outcome])] = []
    }

    private struct Batch {
        var outcomes: [Outcome?]
        var missing: Int
        var report: Report
    }

    let limit: Int
    private(set) var inFlight = 0
    private(set) var refusal: KafkaError?
    private var batches: [Int: Batch] = [:]
    private var nextBatch = 0
    private var waiting: Deque<(wanted: Int, room: Room)> = []
    /// librdkafka's own queue was full: nothing more until it has reported something.
    private var isStalled = false

    init(limit: Int) { self.limit = limit }

    /// No record is with librdkafka any more.
    var isIdle: Bool { inFlight == 0 }

    mutating func begin(count: Int, report: Report) -> Int {
        let number = nextBatch
        nextBatch += 1
        batches[number] = Batch(outcomes: Array(repeating: nil, count: count), missing: count, report: report)
        return number
    }

    /// Asks to hand over up to `wanted` records. First come, first served: nobody overtakes one who waits.
    mutating func reserve(_ wanted: Int, room: Room) -> Reservation {
        if let refusal { return .refused(refusal) }
        let free = isStalled ? 0 : limit - inFlight
        guard free > 0, waiting.isEmpty else {
            waiting.append((wanted, room))
            return .wait
        }
        let granted = min(wanted, free)
        inFlight += granted
        return .granted(granted)
    }

    /// Gives back room that was granted and not used.
    mutating func refund(_ count: Int, stalled: Bool = false) -> Actions {
        inFlight -= count
        isStalled = stalled && inFlight > 0
        return admit()
    }

    /// Outcomes of records that were in flight.
    mutating func finished(_ outcomes: some Sequence<(Token, Outcome)>) -> Actions {
        var reports: [(Report, [Outcome])] = []
        for (token, outcome) in outcomes {
            inFlight -= 1
            record(outcome, batch: token.batch, index: token.index, into: &reports)
        }
        isStalled = false
        var actions = admit()
        actions.reports = reports
        return actions
    }

    /// Records from `index` on were never handed over.
    mutating func abandon(batch: Int, from index: Int, _ error: KafkaError) -> Actions {
        var actions = Actions()
        guard let count = batches[batch]?.outcomes.count else { return actions }
        for index in index..<count { record(.failure(error), batch: batch, index: index, into: &actions.reports) }
        return actions
    }

    /// What is known of a batch whose sender no longer waits; the rest of it is cancelled. The batch itself goes on.
    func known(batch: Int, count: Int) -> [Outcome] {
        guard let outcomes = batches[batch]?.outcomes else { return Array(repeating: .failure(.cancelled), count: count) }
        return outcomes.map { $0 ?? .failure(.cancelled) }
    }

    /// From now on nothing more is taken: the producer is closing, or broken. The first reason stays.
    mutating func refuse(_ error: KafkaError) -> Actions {
        if refusal == nil { refusal = error }
        var actions = Actions()
        while let next = waiting.popFirst() { actions.room.append((next.room, .failure(error))) }
        return actions
    }

    /// The client is gone: whoever still waits hears `error`.
    mutating func failAll(_ error: KafkaError) -> Actions {
        var actions = refuse(error)
        for (number, batch) in batches.sorted(by: { $0.key < $1.key }) {
            actions.reports.append((batch.report, known(batch: number, count: batch.outcomes.count).map { $0.orError(error) }))
        }
        batches = [:]
        inFlight = 0
        return actions
    }

    private mutating func record(_ outcome: Outcome, batch number: Int, index: Int, into reports: inout [(Report, [Outcome])]) {
        guard batches[number] != nil, batches[number]!.outcomes[index] == nil else { return }
        batches[number]!.outcomes[index] = outcome
        batches[number]!.missing -= 1
        guard batches[number]!.missing == 0, let done = batches.removeValue(forKey: number) else { return }
        reports.append((done.report, done.outcomes.compactMap { $0 }))
    }

    private mutating func admit() -> Actions {
        var actions = Actions()
        while !isStalled, limit - inFlight > 0, let next = waiting.popFirst() {
            let granted = min(next.wanted, limit - inFlight)
            inFlight += granted
            actions.room.append((next.room, .success(granted)))
        }
        return actions
    }
}

extension Result<KafkaDelivery, KafkaError> {
    /// A record that was merely not heard of gets the reason why it never will be.
    fileprivate func orError(_ error: KafkaError) -> Self { self == .failure(.cancelled) ? .failure(error) : self }
}
