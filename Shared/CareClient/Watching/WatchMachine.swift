/// What a watcher does, as a function of what happens: reads the cache first, fetches meanwhile, and shows what changes.
struct WatchMachine: Equatable, Sendable {
    enum Event: Equatable, Sendable {
        /// Somebody watches.
        case began
        /// The cache was read; whether it had anything.
        case read(found: Bool)
        case readFailed(CareError)
        /// What is shown was changed in the cache.
        case changed
        /// What is shown may be old: much was missed, the app is in front again, or somebody asks.
        case outdated
        /// What keeps it in step was interrupted, and may have missed something.
        case outOfStep
        /// Nothing was missed.
        case inStep
        /// Whose it was has gone: nothing of it is shown to whoever comes.
        case disowned
        case fetched
        case fetchFailed(CareError)
        /// The pause before another attempt is over, or the network is back.
        case retried
    }

    enum Effect: Equatable, Sendable {
        case read
        case fetch
        case show
        /// Nothing is there to show, and nothing is to be had.
        case end(CareError)
        case pause(failures: Int, atLeast: Duration?)
    }

    /// Of what is shown: what is read just now may be newer than that.
    var isDataFresh: Bool { isInStep && !isReading }
    private(set) var refreshing = RefreshingState.refreshing
    /// What is cached is as on the server.
    private var isInStep = false
    private var hasData = false
    private(set) var isReading = false
    private var mustReadAgain = false
    private var isFetching = false
    private var mustFetchAgain = false
    private var wasFetched = false
    private var failures = 0
    /// Of reading, one after the other.
    private var unread = 0

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        // What is outdated before it has begun is on its way already.
        case .began: return isFetching ? read() : read() + fetch()
        case .read(let found): return wasRead(found)
        case .readFailed(let error): return readFailed(error)
        case .changed: return read()
        case .outdated:
            isInStep = false
            return isFetching ? again() : shown(fetch())
        case .outOfStep:
            guard isInStep else { return [] }
            isInStep = false
            return shown([])
        case .inStep:
            guard wasFetched, !isInStep, !isFetching, refreshing == .refreshed else { return [] }
            isInStep = true
            return shown([])
        case .disowned: return [.end(.loggedOut)]
        case .fetched: return wasFetchedNow()
        case .fetchFailed(let error): return fetchFailed(error)
        case .retried:
            guard !isFetching, case .failed = refreshing else { return [] }
            return shown(fetch())
        }
    }

    private mutating func read() -> [Effect] {
        if isReading {
            mustReadAgain = true
            return []
        }
        isReading = true
        return [.read]
    }

    private mutating func fetch() -> [Effect] {
        isFetching = true
        refreshing = .refreshing
        return [.fetch]
    }

    /// What is on its way may have left before the change.
    private mutating func again() -> [Effect] {
        mustFetchAgain = true
        return []
    }

    private func shown(_ effects: [Effect]) -> [Effect] { hasData ? [.show] + effects : effects }

    private mutating func wasRead(_ found: Bool) -> [Effect] {
        isReading = false
        unread = 0
        // It was emptied: what was shown stays until something else is there.
        hasData = hasData || found
        let rest = mustReadAgain ? read() : []
        mustReadAgain = false
        if found { return [.show] + rest }
        if !hasData, rest.isEmpty, !isFetching, case .failed(let error) = refreshing { return [.end(error)] }
        return rest
    }

    /// What is shown is old then, and may be for as long as nobody looks again.
    private mutating func readFailed(_ error: CareError) -> [Effect] {
        isReading = false
        if mustReadAgain {
            mustReadAgain = false
            return read()
        }
        guard hasData else { return [.end(error)] }
        // It is read again after the fetch.
        if isFetching { return [] }
        isInStep = false
        refreshing = .failed(error)
        unread += 1
        return [.show, .pause(failures: unread, atLeast: nil)]
    }

    private mutating func wasFetchedNow() -> [Effect] {
        isFetching = false
        failures = 0
        wasFetched = true
        if mustFetchAgain {
            mustFetchAgain = false
            return read() + fetch()
        }
        isInStep = true
        refreshing = .refreshed
        // Shown with what was fetched, never with what was there before.
        return read()
    }

    private mutating func fetchFailed(_ error: CareError) -> [Effect] {
        isFetching = false
        failures += 1
        refreshing = .failed(error)
        if mustFetchAgain {
            mustFetchAgain = false
            return fetch()
        }
        // The cache may still have something.
        if isReading { return error.isWorthRetrying ? [pause(error)] : [] }
        guard hasData else { return [.end(error)] }
        return error.isWorthRetrying ? [.show, pause(error)] : [.show]
    }

    private func pause(_ error: CareError) -> Effect { .pause(failures: failures, atLeast: error.retryAfter) }
}
