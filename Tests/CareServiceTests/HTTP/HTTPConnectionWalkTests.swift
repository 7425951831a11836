import NIOCore
import NIOHTTP1
import Testing

@testable import HTTP

/// A connection's life at random, two thousand times: what has to hold however the client, the tasks and the clock come between each other.
@Suite struct HTTPConnectionWalkTests {
    @Test(arguments: 0..<8) func whatHoldsWhateverHappens(part: Int) {
        var seen: Set<String> = []
        for seed in part * 250..<(part + 1) * 250 {
            var walk = HTTPConnectionWalk(seed: seed)
            for _ in 0..<150 { walk.step() }
            walk.end()
            seen.formUnion(walk.seen)
        }
        // Each of them was on the way.
        let all = [
            "read", "admit", "receive", "upload", "keep", "hand on", "end upload", "handle", "discard", "refuse", "proceed", "linger", "close", "answer", "late",
            "leave", "stream", "piece", "stream's end", "broken off"
        ]
        #expect(seen == Set(all))
    }
}

/// Stands in for the channel's handler, its client and the tasks of its requests.
private struct HTTPConnectionWalk {
    typealias State = HTTPConnectionState

    private struct Request {
        var body: ExpectedBody
        var keepsAlive: Bool
        var fault: Problem?
    }

    private(set) var seen: Set<String> = []
    private let seed: Int
    private var chance: Chance
    private var state = State(HTTPConnectionStateTests.configuration)
    private var now = HTTPConnectionStateTests.at(0)

    // The client.
    private var mayRead = true
    private var isInBody = false
    private var isDeaf = false
    private var hasEnded = false
    private var requests: [Request] = []
    private var waiting = 0

    // The handler.
    /// The request is here, with what it holds of what all share.
    private var hasRequest = false
    private var (taken, givenBack, handedOver) = (0, 0, 0)
    private var bytes = 0
    private var isAnswered = false
    private var isWriting = false
    private var isClosed = false
    private var isAway = false
    private var isDraining = false

    // The tasks.
    private var admission: Int?
    private var task: Int?
    private var isStreaming = false
    private var isUploading = false
    private var isFull = false
    /// Those that were given up and may still come back.
    private var late: [Int] = []

    init(seed: Int) {
        self.seed = seed
        chance = Chance(seed)
        state.opened(isDraining: false, at: now)
    }

    private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &chance) }
    private mutating func happens(oneIn count: Int) -> Bool { number(0..<count) == 0 }

    // MARK: What happens

    mutating func step() {
        let longest = happens(oneIn: 8) ? 20_000 : 50
        now = now + .milliseconds(Int64(number(0..<longest)))
        switch number(0..<100) {
        case 0..<35: receive()
        case 35..<45: admissionEnds()
        case 45..<68: taskActs()
        case 68..<84: written()
        case 84..<90: bodyTaken()
        case 90..<97: perform(state.tick(at: now))
        case 97 where happens(oneIn: 6):
            isDraining = true
            perform(state.drain())
        case 98 where happens(oneIn: 3) && !isAway:
            hasEnded = true
            perform(state.inputClosed())
        case 99 where happens(oneIn: 3):
            isDeaf = true
            perform(state.inputFailed(HTTPConnectionStateTests.problem(400), at: now))
        default: break
        }
        check()
    }

    /// However it stands, it ends when nothing happens any more; and what was taken is given back once.
    mutating func end() {
        for _ in 0..<4 where !isAway {
            now = max(now, state.deadline)
            perform(state.tick(at: now))
            check()
        }
        #expect(isClosed || isAway, "seed \(seed): it is never over")
        #expect(taken == givenBack + handedOver, "seed \(seed): \(taken) taken, \(givenBack) given back, \(handedOver) handed over")
    }

    private mutating func receive() {
        guard mayRead, !isClosed, !isAway, !hasEnded else { return }
        mayRead = false
        for _ in 0..<number(1..<7) {
            let (isHeard, action) = state.listens(to: number(1..<20))
            perform(action)
            guard isHeard, !isDeaf else { break }
            receivePart()
        }
        perform(state.readCompleted(at: now))
        perform(state.readOn(isBodyFull: isBodyFull, at: now))
    }

    private mutating func receivePart() {
        if isInBody {
            isInBody = !happens(oneIn: 3)
            return give(isInBody ? .body(ByteBuffer(repeating: 0, count: number(1..<6))) : .end(nil))
        }
        state.headGrew(by: happens(oneIn: 50) ? 1001 : number(1..<300), at: now)
        // The rest of the head comes later.
        if happens(oneIn: 4) { return }
        isInBody = true
        let framing = [BodyFraming.none, .length(12), .chunked][number(0..<3)]
        let body = HTTPConnectionStateTests.body(framing, isStreamed: happens(oneIn: 3), waits: happens(oneIn: 8), limit: 12, from: now)
        requests.append(Request(body: body, keepsAlive: !happens(oneIn: 12), fault: happens(oneIn: 20) ? HTTPConnectionStateTests.problem(400) : nil))
        give(.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: String(requests.count - 1))))
    }

    private mutating func give(_ part: HTTPServerRequestPart) {
        if state.isReading { return take(part) }
        switch state.phase {
        case .admitting, .handling, .writing, .streaming: waiting += 1
        default: break
        }
        state.wait(part)
    }

    private mutating func take(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head):
            #expect(!hasRequest && !isAnswered && task == nil, "seed \(seed): a request within a request")
            let request = requests[Int(head.uri) ?? 0]
            (hasRequest, bytes) = (true, 0)
            taken += 1
            perform(state.head(request.body, keepsAlive: request.keepsAlive, fault: request.fault, at: now))
        case .body(let piece): perform(state.body(piece, at: now))
        case .end: perform(state.end(at: now))
        }
    }

    private mutating func admissionEnds() {
        guard let serial = admission else { return }
        admission = nil
        guard state.isAdmitting(serial) else { return }
        decideAdmission()
        goOn()
    }

    private mutating func decideAdmission() {
        perform(happens(oneIn: 3) ? state.turnedAway(HTTPConnectionStateTests.problem(403), at: now) : state.admitted(at: now))
    }

    private mutating func bodyTaken() {
        guard isFull, let task else { return }
        isFull = false
        perform(state.bodyTaken(task, isBodyFull: false, at: now))
    }

    private mutating func written() {
        guard isWriting, !isClosed else { return }
        isWriting = false
        perform(happens(oneIn: 30) ? state.close() : state.written(at: now))
    }

    private mutating func taskActs() {
        if let serial = late.popLast() { return comesTooLate(serial) }
        guard let task else { return }
        if isStreaming { return streams(task) }
        let wasUploading = isUploading
        let kind = number(0..<40)
        let answer: State.Answer = kind == 0 ? .upgrade : kind < 12 ? .stream(.length(9), length: 9) : .whole
        guard case .write(let keepsAlive) = state.answer(answer, task, at: now) else {
            Issue.record("seed \(seed): nobody took the answer")
            return
        }
        answered()
        (isUploading, isFull) = (false, false)
        if case .upgrade = answer {
            (isAway, self.task) = (true, nil)
            seen.insert("leave")
            return
        }
        #expect(!keepsAlive || !(wasUploading || isDraining || hasEnded || isDeaf), "seed \(seed): it cannot live on")
        if case .stream = answer { isStreaming = true } else { (isWriting, self.task) = (true, nil) }
        seen.insert(isStreaming ? "stream" : "answer")
    }

    private mutating func comesTooLate(_ serial: Int) {
        #expect(state.answer(.whole, serial, at: now) == .late, "seed \(seed): the answer to another request")
        #expect(state.piece(of: 1, serial, at: now) == .late && state.endStream(serial, at: now) == .late, "seed \(seed): the answer to another request")
        if case .nothing = state.streamFailed(serial) {} else { Issue.record("seed \(seed): the failure of another request") }
        seen.insert("late")
    }

    private mutating func streams(_ serial: Int) {
        switch number(0..<8) {
        case 0..<5:
            let verdict = state.piece(of: number(0..<6), serial, at: now)
            #expect(verdict != .late, "seed \(seed): nobody took a piece")
            if verdict == .write(isChunk: false) { seen.insert("piece") }
        case 5, 6:
            switch state.endStream(serial, at: now) {
            case .late: Issue.record("seed \(seed): nobody took the end")
            case .breakOff:
                seen.insert("broken off")
                perform(state.close())
            case .write:
                (isStreaming, isWriting, task) = (false, true, nil)
                seen.insert("stream's end")
            }
        default: perform(state.streamFailed(serial))
        }
    }

    // MARK: What is done

    private var isBodyFull: Bool { isUploading && isFull }

    private mutating func perform(_ action: State.Action) {
        if case .nothing = action { return }
        let words = HTTPConnectionStateTests.words(action)
        #expect(!isClosed && !isAway, "seed \(seed): after the end \(words)")
        seen.insert(name(of: action))
        switch action {
        case .nothing: break
        case .read:
            #expect(!state.isReadPaused && !isBodyFull, "seed \(seed): it reads while it is paused")
            let isBusy = [.handling, .writing, .streaming].contains(HTTPConnectionStateTests.name(state.phase))
            #expect(!isBusy || waiting == 0, "seed \(seed): it reads on while something waits")
            mayRead = true
        case .admit:
            if happens(oneIn: 2) { return decideAdmission() }
            state.admissionWaits(at: now)
            admission = state.serial
        case .receive: #expect(hasRequest)
        case .upload:
            isUploading = true
            begin()
        case .keep(let piece):
            #expect(hasRequest, "seed \(seed): a body of nothing")
            take(piece)
            if happens(oneIn: 30) { perform(state.refuse(HTTPConnectionStateTests.problem(503), at: now)) }
        case .handOn(let piece):
            #expect(isUploading && task != nil, "seed \(seed): a body for nobody")
            take(piece)
            isFull = happens(oneIn: 3)
        case .endUpload: (isUploading, isFull) = (false, false)
        case .handle: begin()
        case .discard: giveBack()
        case .refuse(_, let keepsAlive):
            giveUp()
            answered()
            isWriting = true
            if !keepsAlive { waiting = 0 }
        case .proceed:
            #expect(isAnswered && !hasRequest && task == nil, "seed \(seed): it goes on without an answer")
            isAnswered = false
            goOn()
        case .linger: perform(state.readOn(isBodyFull: isBodyFull, at: now))
        case .close:
            giveUp()
            (isClosed, isWriting) = (true, false)
        }
    }

    private func name(of action: State.Action) -> String {
        switch action {
        case .receive: "receive"
        case .upload: "upload"
        case .keep: "keep"
        case .handOn: "hand on"
        case .refuse: "refuse"
        default: HTTPConnectionStateTests.words(action)
        }
    }

    private mutating func goOn() {
        while let part = state.nextWaiting() {
            waiting -= 1
            take(part)
        }
        perform(state.settle(isBodyFull: isBodyFull, at: now))
    }

    private mutating func take(_ piece: ByteBuffer) {
        bytes += piece.readableBytes
        #expect(bytes <= 12, "seed \(seed): more of a body than there may be")
    }

    private mutating func begin() {
        #expect(hasRequest && task == nil && !isAnswered, "seed \(seed): a task without a request of its own")
        hasRequest = false
        handedOver += 1
        task = state.serial
    }

    private mutating func giveBack() {
        #expect(hasRequest, "seed \(seed): given back twice")
        hasRequest = false
        givenBack += 1
    }

    private mutating func giveUp() {
        if hasRequest { giveBack() }
        if let task { late.append(task) }
        (task, isStreaming, isUploading, isFull) = (nil, false, false, false)
    }

    private mutating func answered() {
        #expect(!isAnswered && !isWriting, "seed \(seed): answered twice")
        isAnswered = true
    }

    // MARK: What holds at any time

    private mutating func check() {
        let phase = HTTPConnectionStateTests.name(state.phase)
        #expect((phase == .closed) == isClosed && (phase == .leaving) == isAway, "seed \(seed): \(phase)")
        guard !isClosed, !isAway else {
            #expect(!hasRequest, "seed \(seed): it holds on to what has ended")
            return
        }
        // What the client may send is asked for: nobody waits for the other.
        if [.idle, .receiving, .discarding, .lingering].contains(phase) { #expect(mayRead, "seed \(seed): \(phase), and nothing is read") }
        if phase == .uploading { #expect(mayRead || isFull, "seed \(seed): nothing is read of a body that is taken") }
        // A deadline runs, and does something when it comes.
        var (early, due) = (state, state)
        if case .nothing = early.tick(at: state.deadline - .nanoseconds(1)) {} else { Issue.record("seed \(seed): \(phase) ends before its deadline") }
        if case .nothing = due.tick(at: state.deadline) { Issue.record("seed \(seed): \(phase) outlives its deadline") }
        #expect(state.deadline < .distantFuture, "seed \(seed): \(phase) has no deadline")
    }
}
