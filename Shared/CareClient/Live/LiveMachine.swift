/// The live stream, as a function of what happens to it: one WebSocket over the feed, resumed where it broke off.
struct LiveMachine: Equatable, Sendable {
    enum Phase: Equatable, Sendable {
        /// Nobody is logged in, or nobody wants it.
        case off
        case connecting
        /// Open; the server is asked to go on after the place.
        case resuming
        case live
        /// Until another attempt.
        case waiting
    }

    enum Event: Equatable, Sendable {
        /// `run`: as it was when the place was looked for.
        case wanted(FeedPlace?, run: Int = 0)
        case unwanted
        case opened
        case resumed(isRecovered: Bool, FeedPlace)
        /// With the sequences of what came, in order.
        case entries([Int])
        /// Entries that this version cannot read.
        case unreadable
        /// By the server, with RFC 6455's code or one of its own, or without a word.
        case closed(code: Int?)
        case failed(CareError)
        /// What came was not kept: the place is before it again. `run`: as it was when it came.
        case notKept(FeedPlace?, run: Int = 0)
        /// Nothing was heard for longer than the server promises to be silent.
        case silent
        case waited
        /// The network is back, or the app is in front. `isOtherNetwork`: what is being opened by the one before may never be.
        case hurried(isOtherNetwork: Bool = false)
        /// Something else was answered: the server is there.
        case answered
        /// It has been live for a while.
        case steady
        /// A fresh token is there, before the one that it was opened with ends.
        case renewed(token: String)
    }

    /// What takes its time, and lets other things happen meanwhile, comes last of those that belong together: nothing is done of what has been overtaken.
    enum Effect: Equatable, Sendable {
        case connect
        case disconnect
        /// From after the place on, or from now on.
        case resume(FeedPlace?)
        /// Entries from this index on are new, and are kept together with the place.
        case keep(from: Int, FeedPlace)
        /// Too much was missed: all that the feed kept in step is old. The feed goes on after the place.
        case loadAnew(FeedPlace)
        /// Nothing is missing.
        case inStep
        case outOfStep
        case pause(failures: Int)
        case hurry
        /// Whether anybody is there still: a connection that was left alone for a while may be dead.
        case ask
        /// The token ended, or its session: another one first.
        case renewToken
        case authorize(token: String)
    }

    private(set) var phase = Phase.off
    private(set) var place: FeedPlace?
    /// Rises with each end: what was begun before it says nothing of what comes after.
    private(set) var run = 0
    private var failures = 0
    private var wasRefusedToken = false
    /// How often what comes after the place could not be read.
    private var unread = 0

    /// Failures in a row after which an answer to something else shortens the wait, and of how many it leaves: whoever is answered again and again tries the
    /// stream twice in some three seconds, and no more often.
    static let (longWait, shortWait) = (4, 3)

    /// What cannot be read is asked for so often; then it is taken for missed.
    static let mostUnread = 3

    static let sessionEnded = 4401
    /// The token lacks the scope.
    static let notAllowed = 4403

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .wanted(let place, let run):
            guard phase == .off, run == self.run else { return [] }
            self.place = place
            (failures, unread) = (0, 0)
            phase = .connecting
            return [.connect]
        case .unwanted:
            if phase != .off { return end() }
            // It may be about to begin.
            run += 1
            return []
        case .opened:
            guard phase == .connecting else { return [] }
            phase = .resuming
            return [.resume(place)]
        case .resumed(let isRecovered, let place): return resumed(isRecovered, place)
        case .entries(let sequences): return entries(sequences)
        case .unreadable: return unreadable()
        case .closed(let code): return closed(code)
        case .failed(let error):
            guard isOpenOrOpening else { return [] }
            return error.endsTheStream ? end() : broken()
        case .notKept(let place, let run):
            guard run == self.run else { return [] }
            self.place = place
            return isOpenOrOpening ? broken() : []
        case .silent: return isOpenOrOpening ? broken() : []
        case .waited: return connectAgain()
        case .hurried(let isOtherNetwork):
            if phase == .live { return [.ask] }
            if isOtherNetwork, isOpenOrOpening {
                phase = .connecting
                return [.disconnect, .connect]
            }
            return connectAgain().isEmpty ? [] : [.hurry, .connect]
        case .answered:
            guard phase == .waiting, failures > Self.longWait else { return [] }
            failures = Self.shortWait
            return [.hurry] + connectAgain()
        case .steady:
            guard phase == .live else { return [] }
            (failures, wasRefusedToken) = (0, false)
            return []
        case .renewed(let token): return phase == .live || phase == .resuming ? [.authorize(token: token)] : []
        }
    }

    private var isOpenOrOpening: Bool { phase == .connecting || phase == .resuming || phase == .live }

    private mutating func resumed(_ isRecovered: Bool, _ place: FeedPlace) -> [Effect] {
        guard phase == .resuming else { return [] }
        phase = .live
        // Without a place of its own there was nothing to go on from.
        let isWhole = isRecovered && self.place?.epoch == place.epoch && self.place?.sequence == place.sequence
        self.place = place
        return isWhole ? [.inStep] : [.loadAnew(place)]
    }

    private mutating func entries(_ sequences: [Int]) -> [Effect] {
        guard phase == .live, var place else { return [] }
        guard let first = sequences.firstIndex(where: { $0 > place.sequence }) else { return [] }
        for sequence in sequences[first...] {
            // One is missing. It is in the database: the feed is asked for again from before it.
            guard sequence == place.sequence + 1 else { return broken() }
            place.sequence = sequence
        }
        self.place = place
        unread = 0
        return [.keep(from: first, place)]
    }

    /// What comes behind it would be a gap each time, and be asked for for ever: without a place the server goes on from now, and all is loaded anew.
    private mutating func unreadable() -> [Effect] {
        guard phase == .live else { return [] }
        unread += 1
        if unread == Self.mostUnread { (place, unread) = (nil, 0) }
        return broken()
    }

    private mutating func closed(_ code: Int?) -> [Effect] {
        guard isOpenOrOpening else { return [] }
        if code == Self.notAllowed { return end() }
        guard code == Self.sessionEnded, !wasRefusedToken else { return broken() }
        // At once, and once: a token that is refused twice is not a matter of time.
        wasRefusedToken = true
        phase = .connecting
        return [.disconnect, .renewToken, .connect, .outOfStep]
    }

    private mutating func end() -> [Effect] {
        phase = .off
        run += 1
        return [.disconnect, .outOfStep]
    }

    private mutating func broken() -> [Effect] {
        failures += 1
        phase = .waiting
        return [.disconnect, .pause(failures: failures), .outOfStep]
    }

    private mutating func connectAgain() -> [Effect] {
        guard phase == .waiting else { return [] }
        phase = .connecting
        return [.connect]
    }
}

extension CareError {
    /// Whoever logs in wants it again; without the scope there is none. All else may pass, whatever it is: a keychain that is full, or a page in place of a token.
    fileprivate var endsTheStream: Bool {
        switch self {
        case .loggedOut, .expired, .unsupportedVersion, .closed: true
        case .refused(let problem): problem.status == 403
        default: false
        }
    }
}
