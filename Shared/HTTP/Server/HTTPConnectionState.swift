import NIOCore
import NIOHTTP1

/// Where a connection is in its requests and their answers, what is read and kept, which deadline runs and when it ends. Decided here, done by
/// `HTTPConnection`. Pure: time and what a request is come from outside, and no event has more than one action to be done.
///
/// Who calls is known before a body is read. While a request is being handled at most one further read is taken in; then the client waits.
struct HTTPConnectionState {
    enum Action {
        case nothing
        case read
        /// Look who calls and whether there is room for them: `admitted`, `turnedAway`, or `admissionWaits` while that takes its time.
        case admit
        /// The body may come, and is to be kept; `saysContinue`: to a client that waits for that word.
        case receive(saysContinue: Bool)
        /// The body may come, and the request's task begins with it.
        case upload(saysContinue: Bool)
        case keep(ByteBuffer)
        /// To the task that reads the body.
        case handOn(ByteBuffer)
        case endUpload
        /// The request is whole: its task begins.
        case handle
        /// What the request holds goes back; its body is read over.
        case discard
        /// Give the request up, with its task and what it holds, and answer with the problem; then `written`.
        case refuse(Problem, keepsAlive: Bool)
        /// The answer is out and the connection lives on: forget the request, take what `nextWaiting` gives, then `settle`.
        case proceed
        /// The answer is out and the connection ends: close our side, and `readOn` until the client has seen it.
        case linger
        /// Give the request up, with its task and what it holds, and close.
        case close
    }

    enum Phase {
        /// Between requests, or within a head.
        case idle
        /// The head is there and says that a body follows; the caller's token is being looked at. What comes meanwhile waits.
        case admitting(ExpectedBody)
        case receiving(ExpectedBody)
        /// The task of a streamed route works while its body still comes.
        case uploading(ExpectedBody)
        /// Refused; its short body is read over, so that the connection can live on.
        case discarding(Problem, left: Int)
        /// The request's task works.
        case handling
        /// The response is on its way out.
        case writing
        case streaming(ResponseEncoder.Framing, remaining: Int?)
        /// Answered before the request was read whole: what still comes is thrown away until the client has seen the answer.
        case lingering
        /// Another protocol takes over.
        case leaving
        case closed

        /// Whether the next part of a request belongs to it now.
        var isReading: Bool {
            switch self {
            case .idle, .receiving, .uploading, .discarding: true
            case .admitting, .handling, .writing, .streaming, .lingering, .leaving, .closed: false
            }
        }
    }

    let configuration: HTTPServerConfiguration
    var phase = Phase.idle
    /// `tick` has something to say from then on.
    var deadline = NIODeadline.distantFuture
    /// Counts requests, so that a task that comes back too late is known.
    var serial = 0
    /// The connection lives on after this answer, as far as is known.
    var keepsAlive = true
    /// Of a head that is not yet whole.
    var headBytes = 0
    var inputFault: Problem?
    var isInputClosed = false
    var isDraining = false
    private(set) var isReadPaused = false
    /// Of the stream that is being sent, when it has no end of its own.
    var patience: Duration?
    private var lingeringBytes = 0
    private var waiting = CircularBuffer<HTTPServerRequestPart>()

    init(_ configuration: HTTPServerConfiguration) { self.configuration = configuration }

    var isReading: Bool { phase.isReading }

    /// Of the body that is being taken: the bytes that it may have.
    var bodyLimit: Int? {
        switch phase {
        case .receiving(let body), .uploading(let body): body.limit
        default: nil
        }
    }

    // MARK: The connection

    mutating func opened(isDraining: Bool, at now: NIODeadline) {
        self.isDraining = isDraining
        setDeadline(configuration.idleDeadline, now)
    }

    mutating func drain() -> Action {
        isDraining = true
        if case .idle = phase, headBytes == 0 { return close() }
        return .nothing
    }

    /// The client has ended its side.
    mutating func inputClosed() -> Action {
        isInputClosed = true
        switch phase {
        // It has said all that it had to say, and waits for the answer.
        case .admitting where hasWholeRequest: return .nothing
        case .idle, .admitting, .receiving, .uploading, .discarding, .lingering: return close()
        case .handling, .writing, .streaming, .leaving, .closed: return .nothing
        }
    }

    mutating func close() -> Action {
        if case .closed = phase { return .nothing }
        phase = .closed
        waiting.removeAll()
        return .close
    }

    // MARK: Bytes, before they are decoded

    /// Whether what came is to be decoded at all.
    mutating func listens(to bytes: Int) -> (Bool, Action) {
        switch phase {
        case .closed: return (false, .nothing)
        case .lingering:
            lingeringBytes += bytes
            return (false, lingeringBytes > configuration.mostLingering ? close() : .nothing)
        default: return (true, .nothing)
        }
    }

    mutating func headGrew(by bytes: Int, at now: NIODeadline) {
        if case .idle = phase, headBytes == 0 { setDeadline(configuration.headDeadline, now) }
        headBytes += bytes
    }

    /// All that there was to read has been taken in; then `readOn`.
    mutating func readCompleted(at now: NIODeadline) -> Action {
        guard case .idle = phase, headBytes > configuration.headLimit else { return .nothing }
        return refuse(.headTooLarge(limit: configuration.headLimit), at: now)
    }

    /// Nothing that comes after this can be understood.
    mutating func inputFailed(_ problem: Problem, at now: NIODeadline) -> Action {
        switch phase {
        case .idle where headBytes == 0 && isInputClosed: return close()
        case .idle, .receiving, .uploading: return refuse(problem, at: now)
        case .discarding(let refusal, _): return refuse(refusal, at: now)
        case .admitting, .handling, .writing, .streaming: inputFault = problem
        case .lingering, .leaving, .closed: break
        }
        return .nothing
    }

    /// Asks for more unless enough has come already. `isBodyFull`: the task does not keep up with the body that it reads.
    mutating func readOn(isBodyFull: Bool, at now: NIODeadline) -> Action {
        switch phase {
        case .leaving, .closed: return .nothing
        case .lingering where isInputClosed: return close()
        case .idle, .receiving, .discarding, .lingering: isReadPaused = false
        case .uploading(var body):
            isReadPaused = isBodyFull
            if isBodyFull {
                // It is the handler that is awaited now.
                body.due.pause(at: now)
                setDeadline(configuration.requestDeadline, now)
            } else {
                body.due.resume(at: now)
                deadline = body.due.due
            }
            phase = .uploading(body)
        case .admitting: isReadPaused = true
        case .handling, .writing, .streaming: isReadPaused = !waiting.isEmpty || headBytes > configuration.headLimit || isInputClosed
        }
        return isReadPaused ? .nothing : .read
    }

    // MARK: Parts that wait

    /// Of a further request, while this one cannot be done with yet.
    mutating func wait(_ part: HTTPServerRequestPart) {
        switch phase {
        case .admitting, .handling, .writing, .streaming: waiting.append(part)
        default: break
        }
    }

    var hasWaiting: Bool { !waiting.isEmpty }

    /// All of the one whose caller is being looked at.
    private var hasWholeRequest: Bool {
        waiting.contains { part in
            if case .end = part { true } else { false }
        }
    }

    mutating func nextWaiting() -> HTTPServerRequestPart? { isReading ? waiting.popFirst() : nil }

    /// What waited has been taken as far as it can be.
    mutating func settle(isBodyFull: Bool, at now: NIODeadline) -> Action {
        if isReading, let inputFault { return refuse(inputFault, at: now) }
        if case .idle = phase {
            if headBytes > configuration.headLimit { return refuse(.headTooLarge(limit: configuration.headLimit), at: now) }
            if isInputClosed || (isDraining && headBytes == 0) { return close() }
        }
        return isReadPaused ? readOn(isBodyFull: isBodyFull, at: now) : .nothing
    }

    // MARK: Giving up

    /// Answers without reading the rest of the request, then ends the connection.
    mutating func refuse(_ problem: Problem, at now: NIODeadline) -> Action {
        waiting.removeAll()
        return answer(problem, keepsAlive: false, at: now)
    }

    mutating func answer(_ problem: Problem, keepsAlive: Bool, at now: NIODeadline) -> Action {
        serial += 1
        phase = .writing
        self.keepsAlive = keepsAlive
        setDeadline(configuration.writeDeadline, now)
        return .refuse(problem, keepsAlive: keepsAlive)
    }

    mutating func setDeadline(_ duration: Duration, _ now: NIODeadline) { deadline = now + TimeAmount(duration) }

    mutating func tick(at now: NIODeadline) -> Action {
        guard deadline <= now else { return .nothing }
        switch phase {
        case .idle where headBytes == 0: return close()
        case .uploading where isReadPaused: return refuse(.deadline, at: now)
        case .idle, .receiving, .uploading: return refuse(.requestTimeout, at: now)
        case .admitting: return refuse(.unavailable(retryAfter: 1), at: now)
        case .discarding(let problem, _): return refuse(problem, at: now)
        case .handling: return refuse(.deadline, at: now)
        case .writing, .streaming, .lingering: return close()
        case .leaving, .closed: return .nothing
        }
    }
}

extension Problem {
    /// 431; `limit` in bytes.
    static func headTooLarge(limit: Int) -> Problem {
        Problem(.headTooLarge, detail: "At most \(limit) bytes are accepted.", members: ["limit": .number(limit)])
    }

    fileprivate static let requestTimeout = Problem(
        .requestTimeout, detail: "A request has to arrive within its time; the connection is closed.")
}
