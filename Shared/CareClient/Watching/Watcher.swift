import Foundation

/// One thing that is watched, by any number at once: runs what the machine says.
actor Watcher<Value: Sendable> {
    typealias Follower = AsyncThrowingStream<Watched<Value>, any Error>.Continuation

    private let source: Source<Value>
    private let cache: DiskCache
    private let clock: CareClock
    private let onIdle: @Sendable () -> Void
    private var machine = WatchMachine()
    private var value: Value?
    private var followers: [UUID: Follower] = [:]
    /// The machine has one of each at most.
    private var reading: Task<Void, Never>?
    private var fetching: Task<Void, Never>?
    private var pause: Task<Void, Never>?
    /// That what is shown is not evicted meanwhile; nil before anybody has followed.
    private var holding: Task<Void, Never>?
    private var isOver = false

    init(_ source: Source<Value>, cache: DiskCache, clock: CareClock, onIdle: @escaping @Sendable () -> Void) {
        (self.source, self.cache, self.clock, self.onIdle) = (source, cache, clock, onIdle)
    }

    /// False when it has ended meanwhile: another one has to be made.
    func follow(_ id: UUID, _ follower: Follower) async -> Bool {
        if isOver { return false }
        followers[id] = follower
        if let value { follower.yield(shown(value)) }
        if holding == nil {
            let holding = Task { for collection in source.collections { await cache.watch(collection) } }
            self.holding = holding
            await holding.value
            handle(.began)
        }
        return true
    }

    func leave(_ id: UUID) async {
        guard followers.removeValue(forKey: id) != nil, followers.isEmpty, !isOver else { return }
        finish()
        await letGo()
    }

    func handle(_ event: WatchMachine.Event) {
        if isOver { return }
        for effect in machine.handle(event) { perform(effect) }
    }

    func hear(_ news: CacheNews) {
        switch news {
        case .changed(let collections): if !source.collections.isDisjoint(with: collections) { handle(.changed) }
        case .rebuilt: handle(.outdated)
        }
    }

    /// For all who follow, without an error.
    func end() async {
        if isOver { return }
        for follower in followers.values { follower.finish() }
        followers = [:]
        finish()
        await letGo()
    }

    private func perform(_ effect: WatchMachine.Effect) {
        switch effect {
        case .show: if let value { for follower in followers.values { follower.yield(shown(value)) } }
        case .read: reading = Task { await read() }
        case .fetch:
            pause?.cancel()
            fetching = Task { await fetch() }
        case .pause(let failures, let atLeast):
            let duration = RetryRule(first: .seconds(1)).pause(after: failures, atLeast: atLeast, random: clock.random())
            pause = Task {
                guard (try? await clock.sleep(duration)) != nil else { return }
                handle(.retried)
            }
        case .end(let error):
            for follower in followers.values { follower.finish(throwing: error) }
            followers = [:]
            // Whoever comes from now on gets another one.
            finish()
            Task { await letGo() }
        }
    }

    private func read() async {
        do {
            if let found = try await source.read() {
                value = found
                handle(.read(found: true))
            } else {
                handle(.read(found: false))
            }
        } catch {
            if let error = try? CareError.of(error) { handle(.readFailed(error)) }
        }
    }

    private func fetch() async {
        do {
            try await source.fetch()
            handle(.fetched)
        } catch {
            if let error = try? CareError.of(error) { handle(.fetchFailed(error)) }
        }
    }

    private func shown(_ value: Value) -> Watched<Value> {
        var shown = Watched(data: value, isDataFresh: machine.isDataFresh, refreshingState: machine.refreshing)
        shown.isBeingRead = machine.isReading
        return shown
    }

    private func finish() {
        isOver = true
        for task in [reading, fetching, pause] { task?.cancel() }
        onIdle()
    }

    /// Of what is held, and no sooner than that: it may end while it begins.
    private func letGo() async {
        guard let holding else { return }
        await holding.value
        for collection in source.collections { await cache.unwatch(collection) }
    }
}
