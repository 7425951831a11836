import CareModels
import NIOCore
import NIOHTTP1
import Testing

@testable import HTTP

/// A connection's decisions, event by event, without a channel.
@Suite struct HTTPConnectionStateTests {
    typealias State = HTTPConnectionState

    enum Phase: CaseIterable { case idle, admitting, receiving, uploading, discarding, handling, writing, streaming, lingering, leaving, closed }

    enum Event: CaseIterable {
        case head, headWithBody, headOfStreamed, badHead, piece, tooMuch, end
        case admitted, turnedAway
        case answer, upgrade, streamBegins, streamPiece, streamEnds, streamFails, written
        case headTooLong, readOn, readOnWithFullBody, settle
        case deadline, drain, clientEnds, fault, closes
    }

    /// Each deadline has a length of its own.
    static let configuration: HTTPServerConfiguration = {
        var configuration = HTTPServerConfiguration(port: 0)
        configuration.headLimit = 1000
        (configuration.idleDeadline, configuration.headDeadline, configuration.bodyDeadline) = (.seconds(75), .seconds(10), .seconds(20))
        (configuration.discardDeadline, configuration.requestDeadline, configuration.writeDeadline) = (.seconds(2), .seconds(30), .seconds(40))
        (configuration.mostDiscarded, configuration.mostLingering) = (20, 50)
        return configuration
    }()

    static func at(_ milliseconds: Int64) -> NIODeadline { .uptimeNanoseconds(1_000_000_000_000) + .milliseconds(milliseconds) }

    static func body(_ framing: BodyFraming = .none, isStreamed: Bool = false, waits: Bool = false, limit: Int = 10, from start: NIODeadline = at(0)) -> ExpectedBody {
        let due = BodyDeadline(from: start, patience: TimeAmount(configuration.bodyDeadline), bytesPerSecond: 1)
        var body = ExpectedBody(limit: limit, isStreamed: isStreamed, due: due)
        (body.framing, body.waitsToContinue) = (framing, waits)
        return body
    }

    static func problem(_ status: Int) -> Problem { Problem(ProblemType.allCases.first { $0.status == status } ?? .internal) }

    static func words(_ action: State.Action) -> String {
        switch action {
        case .nothing: ""
        case .read: "read"
        case .admit: "admit"
        case .receive(let saysContinue): saysContinue ? "receive, continue" : "receive"
        case .upload(let saysContinue): saysContinue ? "upload, continue" : "upload"
        case .keep(let piece): "keep \(piece.readableBytes)"
        case .handOn(let piece): "hand on \(piece.readableBytes)"
        case .endUpload: "end upload"
        case .handle: "handle"
        case .discard: "discard"
        case .refuse(let problem, let keepsAlive): "refuse \(problem.status.code)" + (keepsAlive ? ", lives on" : "")
        case .proceed: "proceed"
        case .linger: "linger"
        case .close: "close"
        }
    }

    static func words(_ verdict: State.Verdict) -> String {
        switch verdict {
        case .late: ""
        case .write(let keepsAlive): keepsAlive ? "write, lives on" : "write"
        }
    }

    static func name(_ phase: State.Phase) -> Phase {
        switch phase {
        case .idle: .idle
        case .admitting: .admitting
        case .receiving: .receiving
        case .uploading: .uploading
        case .discarding: .discarding
        case .handling: .handling
        case .writing: .writing
        case .streaming: .streaming
        case .lingering: .lingering
        case .leaving: .leaving
        case .closed: .closed
        }
    }

    /// A connection that has come there at 0.
    static func state(_ phase: Phase, streaming framing: ResponseEncoder.Framing = .chunked) -> State {
        var state = State(configuration)
        state.opened(isDraining: false, at: at(0))
        func head(_ body: ExpectedBody, keepsAlive: Bool = true) { _ = state.head(body, keepsAlive: keepsAlive, at: at(0)) }
        func handle() {
            head(body())
            _ = state.end(at: at(0))
        }
        switch phase {
        case .idle: break
        case .admitting:
            head(body(.length(10)))
            state.admissionWaits(at: at(0))
        case .receiving, .uploading:
            head(body(.length(10), isStreamed: phase == .uploading))
            _ = state.admitted(at: at(0))
        case .discarding:
            head(body(.length(10)))
            _ = state.turnedAway(problem(401), at: at(0))
        case .handling: handle()
        case .writing:
            handle()
            _ = state.answer(.whole, state.serial, at: at(0))
        case .streaming:
            handle()
            _ = state.answer(.stream(framing, length: nil), state.serial, at: at(0))
        case .lingering:
            _ = state.head(body(), keepsAlive: true, fault: problem(400), at: at(0))
            _ = state.written(at: at(0))
        case .leaving:
            handle()
            _ = state.answer(.upgrade, state.serial, at: at(0))
        case .closed: _ = state.close()
        }
        #expect(name(state.phase) == phase)
        return state
    }

    /// A part that the decoder found, as the channel's handler passes it on.
    static func give(_ part: HTTPServerRequestPart, _ state: inout State, _ take: (inout State) -> State.Action) -> String {
        if state.isReading { return words(take(&state)) }
        state.wait(part)
        return ""
    }

    static let plainHead = HTTPServerRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"))

    static func apply(_ event: Event, _ state: inout State) -> String {
        func head(_ body: ExpectedBody, _ fault: Problem? = nil) -> String {
            give(plainHead, &state) { $0.head(body, keepsAlive: true, fault: fault, at: at(0)) }
        }
        func piece(_ count: Int) -> String {
            let piece = ByteBuffer(repeating: 0x61, count: count)
            return give(.body(piece), &state) { $0.body(piece, at: at(0)) }
        }
        switch event {
        case .head: return head(body())
        case .headWithBody: return head(body(.length(10)))
        case .headOfStreamed: return head(body(isStreamed: true))
        case .badHead: return head(body(), problem(400))
        case .piece: return piece(5)
        case .tooMuch: return piece(21)
        case .end: return give(.end(nil), &state) { $0.end(at: at(0)) }
        case .admitted: return words(state.admitted(at: at(0)))
        case .turnedAway: return words(state.turnedAway(problem(403), at: at(0)))
        case .answer: return words(state.answer(.whole, state.serial, at: at(0)))
        case .upgrade: return words(state.answer(.upgrade, state.serial, at: at(0)))
        case .streamBegins: return words(state.answer(.stream(.chunked, length: nil), state.serial, at: at(0)))
        case .streamPiece:
            let verdict = state.piece(of: 5, state.serial, at: at(0))
            return verdict == .late ? "" : "\(verdict)"
        case .streamEnds:
            let verdict = state.endStream(state.serial, at: at(0))
            return verdict == .late ? "" : "\(verdict)"
        case .streamFails: return words(state.streamFailed(state.serial))
        case .written: return words(state.written(at: at(0)))
        case .headTooLong:
            state.headGrew(by: 1001, at: at(0))
            return words(state.readCompleted(at: at(0)))
        case .readOn: return words(state.readOn(isBodyFull: false, at: at(0)))
        case .readOnWithFullBody: return words(state.readOn(isBodyFull: true, at: at(0)))
        case .settle: return words(state.settle(isBodyFull: false, at: at(0)))
        case .deadline: return words(state.tick(at: at(3_600_000)))
        case .drain: return words(state.drain())
        case .clientEnds: return words(state.inputClosed())
        case .fault: return words(state.inputFailed(problem(400), at: at(0)))
        case .closes: return words(state.close())
        }
    }

    private static func all(_ outcome: String, but others: [Phase: String]) -> [Phase: String] {
        Dictionary(uniqueKeysWithValues: Phase.allCases.map { ($0, outcome) }).merging(others) { _, other in other }
    }

    /// Of each event what is done in each phase, and the phase that follows; where none is named, nothing.
    private static let table: [Event: [Phase: String]] = [
        .head: [.idle: "> receiving"],
        .headWithBody: [.idle: "admit > admitting"],
        .headOfStreamed: [.idle: "admit > admitting"],
        .badHead: [.idle: "refuse 400 > writing"],
        .piece: [.receiving: "keep 5", .uploading: "hand on 5"],
        .tooMuch: [.receiving: "refuse 413 > writing", .uploading: "refuse 413 > writing", .discarding: "refuse 401 > writing"],
        .end: [.receiving: "handle > handling", .uploading: "end upload > handling", .discarding: "refuse 401, lives on > writing"],
        .admitted: [.admitting: "receive > receiving"],
        .turnedAway: [.admitting: "discard > discarding"],
        // Before its body was whole: the connection cannot be kept.
        .answer: [.uploading: "write > writing", .handling: "write, lives on > writing"],
        .upgrade: [.uploading: "write, lives on > leaving", .handling: "write, lives on > leaving"],
        .streamBegins: [.uploading: "write > streaming", .handling: "write, lives on > streaming"],
        .streamPiece: [.streaming: "write(isChunk: true)"],
        .streamEnds: [.streaming: "write(isChunked: true) > writing"],
        .streamFails: all("close > closed", but: [.closed: ""]),
        .written: [.writing: "proceed > idle"],
        .headTooLong: [.idle: "refuse 431 > writing"],
        .readOn: all("read", but: [.admitting: "", .leaving: "", .closed: ""]),
        .readOnWithFullBody: all("read", but: [.admitting: "", .uploading: "", .leaving: "", .closed: ""]),
        .settle: [:],
        .deadline: [
            .idle: "close > closed", .admitting: "refuse 503 > writing", .receiving: "refuse 408 > writing", .uploading: "refuse 408 > writing",
            .discarding: "refuse 401 > writing", .handling: "refuse 503 > writing", .writing: "close > closed", .streaming: "close > closed",
            .lingering: "close > closed"
        ],
        .drain: [.idle: "close > closed"],
        .clientEnds: all("close > closed", but: [.handling: "", .writing: "", .streaming: "", .leaving: "", .closed: ""]),
        .fault: [
            .idle: "refuse 400 > writing", .receiving: "refuse 400 > writing", .uploading: "refuse 400 > writing", .discarding: "refuse 401 > writing"
        ],
        .closes: all("close > closed", but: [.closed: ""])
    ]

    @Test(arguments: Event.allCases) func whatFollowsInEachPhase(event: Event) throws {
        let expected = try #require(Self.table[event])
        for phase in Phase.allCases {
            // The decoder finds no head within a body.
            if [.head, .headWithBody, .headOfStreamed, .badHead].contains(event), [.receiving, .uploading, .discarding].contains(phase) { continue }
            var state = Self.state(phase)
            let done = Self.apply(event, &state)
            let next = Self.name(state.phase)
            let moved = next == phase ? done : "\(done.isEmpty ? "" : done + " ")> \(next)"
            #expect(moved == expected[phase] ?? "", "\(phase)")
        }
    }

    // MARK: Deadlines

    @Test(
        arguments: [
            (.idle, 75_000), (.admitting, 30_000), (.receiving, 20_000), (.uploading, 20_000), (.discarding, 2000), (.handling, 30_000), (.writing, 40_000),
            (.streaming, 40_000), (.lingering, 2000)
        ] as [(Phase, Int64)])
    func eachPhaseHasItsDeadline(phase: Phase, milliseconds: Int64) {
        var state = Self.state(phase)
        #expect(Self.words(state.tick(at: Self.at(milliseconds - 1))) == "")
        #expect(Self.words(state.tick(at: Self.at(milliseconds))) != "")
    }

    @Test func aHeadHasItsTimeFromItsFirstByte() {
        var state = Self.state(.idle)
        state.headGrew(by: 5, at: Self.at(50_000))
        state.headGrew(by: 5, at: Self.at(59_000))
        #expect(Self.words(state.tick(at: Self.at(59_999))) == "")
        #expect(Self.words(state.tick(at: Self.at(60_000))) == "refuse 408")
    }

    /// Of a head that came along with the request before.
    @Test func aHeadThatBeganEarlyHasItsTimeFromTheAnswer() {
        var state = Self.state(.writing)
        state.headGrew(by: 5, at: Self.at(0))
        #expect(Self.words(state.written(at: Self.at(1000))) == "proceed")
        #expect(state.deadline == Self.at(11_000))
        #expect(Self.words(state.drain()) == "")
        #expect(Self.words(state.tick(at: Self.at(11_000))) == "refuse 408")
    }

    /// At a byte a second: five buy five seconds, and never more than the patience from now.
    @Test func whatComesOfABodyBuysTime() {
        for phase in [Phase.receiving, .uploading] {
            var state = Self.state(phase)
            _ = state.body(ByteBuffer(repeating: 0, count: 5), at: Self.at(1000))
            #expect(state.deadline == Self.at(21_000))
            _ = state.body(ByteBuffer(repeating: 0, count: 1), at: Self.at(19_000))
            #expect(state.deadline == Self.at(22_000))
        }
    }

    /// While somebody else is awaited the client's clock stands.
    @Test func whatIsAwaitedOfOthersIsNotCounted() {
        var admitting = Self.state(.admitting)
        #expect(Self.words(admitting.admitted(at: Self.at(7000))) == "receive")
        #expect(admitting.deadline == Self.at(27_000))
        var uploading = Self.state(.uploading)
        let serial = uploading.serial
        #expect(Self.words(uploading.readOn(isBodyFull: true, at: Self.at(1000))) == "")
        #expect(uploading.deadline == Self.at(31_000))
        #expect(Self.words(uploading.bodyTaken(serial, isBodyFull: true, at: Self.at(2000))) == "")
        #expect(Self.words(uploading.bodyTaken(serial - 1, isBodyFull: false, at: Self.at(2000))) == "")
        #expect(Self.words(uploading.bodyTaken(serial, isBodyFull: false, at: Self.at(5000))) == "read")
        #expect(uploading.deadline == Self.at(24_000))
        #expect(Self.words(uploading.bodyTaken(serial, isBodyFull: false, at: Self.at(5000))) == "")
        // And when it does not go on, that is the handler's doing.
        #expect(Self.words(uploading.readOn(isBodyFull: true, at: Self.at(6000))) == "")
        #expect(Self.words(uploading.tick(at: Self.at(36_000))) == "refuse 503")
    }

    // MARK: Reading

    @Test func oneFurtherReadIsTakenInWhileARequestIsHandled() {
        var state = Self.state(.handling)
        #expect(Self.words(state.readOn(isBodyFull: false, at: Self.at(0))) == "read")
        state.wait(Self.plainHead)
        state.wait(.end(nil))
        #expect(Self.words(state.readOn(isBodyFull: false, at: Self.at(0))) == "")
        #expect(state.isReadPaused)
        #expect(state.nextWaiting() == nil)
        _ = state.answer(.whole, state.serial, at: Self.at(0))
        #expect(Self.words(state.written(at: Self.at(0))) == "proceed")
        #expect(state.nextWaiting() == Self.plainHead)
        #expect(Self.words(state.head(Self.body(), keepsAlive: true, at: Self.at(0))) == "")
        #expect(state.nextWaiting() == .end(nil))
        #expect(Self.words(state.end(at: Self.at(0))) == "handle")
        #expect(state.nextWaiting() == nil)
        #expect(Self.words(state.settle(isBodyFull: false, at: Self.at(0))) == "read")
    }

    /// A head over its limit is not read on while the request before is handled, and refused behind its answer.
    @Test func aHeadThatGrowsMeanwhileIsRefusedInItsTurn() {
        var state = Self.state(.handling)
        state.headGrew(by: 1001, at: Self.at(0))
        #expect(Self.words(state.readCompleted(at: Self.at(0))) == "")
        #expect(Self.words(state.readOn(isBodyFull: false, at: Self.at(0))) == "")
        _ = state.answer(.whole, state.serial, at: Self.at(0))
        #expect(Self.words(state.written(at: Self.at(0))) == "proceed")
        #expect(Self.words(state.settle(isBodyFull: false, at: Self.at(0))) == "refuse 431")
    }

    @Test func whatCannotBeReadIsRefusedInItsTurn() {
        // Behind the answer to what came before it; that one ends the connection then.
        for phase in [Phase.handling, .streaming] {
            var state = Self.state(phase)
            #expect(Self.words(state.inputFailed(Self.problem(400), at: Self.at(0))) == "")
            #expect(!state.mayKeepAlive)
        }
        // It was promised that the connection lives on.
        for waits in [[], [Self.plainHead]] {
            var state = Self.state(.writing)
            #expect(Self.words(state.inputFailed(Self.problem(400), at: Self.at(0))) == "")
            for part in waits { state.wait(part) }
            #expect(Self.words(state.written(at: Self.at(0))) == "proceed")
            if state.nextWaiting() != nil { _ = state.head(Self.body(.chunked), keepsAlive: true, at: Self.at(0)) }
            if case .admitting = state.phase { _ = state.admitted(at: Self.at(0)) }
            #expect(Self.words(state.settle(isBodyFull: false, at: Self.at(0))) == "refuse 400")
        }
        // Once it is known who calls, and before anything else of it is taken.
        var admitting = Self.state(.admitting)
        #expect(Self.words(admitting.inputFailed(Self.problem(400), at: Self.at(0))) == "")
        var turnedAway = admitting
        #expect(Self.words(turnedAway.turnedAway(Self.problem(403), at: Self.at(0))) == "refuse 403")
        #expect(Self.words(admitting.admitted(at: Self.at(0))) == "receive")
        #expect(Self.words(admitting.settle(isBodyFull: false, at: Self.at(0))) == "refuse 400")
    }

    // MARK: Admission

    @Test(
        arguments: [
            (.length(10), false, "discard"), (.length(20), false, "discard"), (.length(21), false, "refuse 403"), (.length(10), true, "refuse 403"),
            (.chunked, false, "discard"), (.none, false, "discard")
        ] as [(BodyFraming, Bool, String)])
    func onlyAShortBodyIsReadOver(framing: BodyFraming, waits: Bool, outcome: String) {
        // One without a body is admitted before it is handled when it is streamed.
        let body = Self.body(framing, isStreamed: framing == .none, waits: waits, limit: 30)
        var state = Self.state(.idle)
        #expect(Self.words(state.head(body, keepsAlive: true, at: Self.at(0))) == "admit")
        #expect(Self.words(state.turnedAway(Self.problem(403), at: Self.at(0))) == outcome)
    }

    @Test func whoWaitsToContinueIsToldSo() {
        for (isStreamed, outcome) in [(false, "receive, continue"), (true, "upload, continue")] {
            var state = Self.state(.idle)
            _ = state.head(Self.body(.chunked, isStreamed: isStreamed, waits: true), keepsAlive: true, at: Self.at(0))
            #expect(Self.words(state.admitted(at: Self.at(0))) == outcome)
        }
    }

    @Test func anAdmissionThatComesTooLateIsNobodys() {
        var state = Self.state(.admitting)
        let serial = state.serial
        #expect(state.isAdmitting(serial))
        #expect(Self.words(state.tick(at: Self.at(30_000))) == "refuse 503")
        #expect(!state.isAdmitting(serial))
        var next = Self.state(.admitting)
        #expect(!next.isAdmitting(serial - 1))
        _ = next.inputClosed()
        #expect(!next.isAdmitting(serial))
    }

    /// Its end came before it was known who calls.
    @Test func aWholeRequestIsAnsweredThoughTheClientHasEndedItsSide() {
        var state = Self.state(.admitting)
        state.wait(.body(ByteBuffer(repeating: 0x61, count: 10)))
        state.wait(.end(nil))
        #expect(Self.words(state.inputClosed()) == "")
        #expect(Self.words(state.admitted(at: Self.at(0))) == "receive")
        #expect(state.nextWaiting() != nil)
        #expect(Self.apply(.piece, &state) == "keep 5")
        #expect(state.nextWaiting() != nil)
        #expect(Self.words(state.end(at: Self.at(0))) == "handle")
        #expect(state.answer(.whole, state.serial, at: Self.at(0)) == .write(keepsAlive: false))

        var half = Self.state(.admitting)
        half.wait(.body(ByteBuffer(repeating: 0x61, count: 5)))
        #expect(Self.words(half.inputClosed()) == "close")
    }

    // MARK: Answers

    @Test func anAnswerThatComesTooLateIsNobodys() {
        var state = Self.state(.handling)
        let serial = state.serial
        #expect(Self.words(state.tick(at: Self.at(30_000))) == "refuse 503")
        #expect(state.answer(.whole, serial, at: Self.at(0)) == .late)
        #expect(state.piece(of: 1, serial, at: Self.at(0)) == .late)
        #expect(state.endStream(serial, at: Self.at(0)) == .late)
        #expect(Self.words(state.streamFailed(serial)) == "")
        #expect(Self.words(state.written(at: Self.at(0))) == "linger")
    }

    @Test func theConnectionLivesOnOnlyWhenAllAgree() {
        let ends: [(inout State) -> Void] = [
            { $0.keepsAlive = false }, { _ = $0.drain() }, { _ = $0.inputClosed() },
            { _ = $0.inputFailed(Self.problem(400), at: Self.at(0)) }
        ]
        for end in ends {
            for answer in [State.Answer.whole, .stream(.chunked, length: nil)] {
                var state = Self.state(.handling)
                end(&state)
                #expect(state.answer(answer, state.serial, at: Self.at(0)) == .write(keepsAlive: false))
                if case .stream = answer { #expect(state.endStream(state.serial, at: Self.at(0)) == .write(isChunked: true)) }
                #expect(Self.words(state.written(at: Self.at(0))) == "linger")
            }
        }
        // The end of the connection is the end of the body.
        var old = Self.state(.handling)
        #expect(old.answer(.stream(.untilClose, length: nil), old.serial, at: Self.at(0)) == .write(keepsAlive: false))
    }

    /// Requests that came before the client ended its side are answered, those of a drain as well.
    @Test func whatHasComeIsAnsweredAndThenItEnds() {
        for end in [{ _ = $0.inputClosed() }, { _ = $0.drain() }] as [(inout State) -> Void] {
            var state = Self.state(.writing)
            state.wait(Self.plainHead)
            state.wait(.end(nil))
            end(&state)
            #expect(Self.words(state.written(at: Self.at(0))) == "proceed")
            #expect(state.nextWaiting() != nil)
            _ = state.head(Self.body(), keepsAlive: true, at: Self.at(0))
            _ = state.nextWaiting()
            #expect(Self.words(state.end(at: Self.at(0))) == "handle")
            #expect(state.answer(.whole, state.serial, at: Self.at(0)) == .write(keepsAlive: false))
            var idle = Self.state(.writing)
            end(&idle)
            #expect(Self.words(idle.written(at: Self.at(0))) == "proceed")
            #expect(Self.words(idle.settle(isBodyFull: false, at: Self.at(0))) == "close")
        }
    }

    @Test func aStreamHasTheLengthThatWasAnnounced() {
        var state = Self.state(.handling)
        let serial = state.serial
        #expect(state.answer(.stream(.length(6), length: 6), serial, at: Self.at(0)) == .write(keepsAlive: true))
        #expect(state.piece(of: 0, serial, at: Self.at(0)) == .nothing)
        #expect(state.piece(of: 7, serial, at: Self.at(0)) == .tooLong)
        #expect(state.piece(of: 4, serial, at: Self.at(1000)) == .write(isChunk: false))
        #expect(state.deadline == Self.at(41_000))
        var short = state
        #expect(short.endStream(serial, at: Self.at(0)) == .breakOff)
        #expect(state.piece(of: 2, serial, at: Self.at(1000)) == .write(isChunk: false))
        #expect(state.endStream(serial, at: Self.at(0)) == .write(isChunked: false))
        // None is sent where a status has no body.
        var none = Self.state(.streaming, streaming: .none)
        #expect(none.piece(of: 1, none.serial, at: Self.at(0)) == .late)
    }

    @Test func aStreamWithoutAnEndMayBeSilentOnceItsPiecesAreTaken() {
        var state = Self.state(.handling)
        let serial = state.serial
        _ = state.answer(.stream(.chunked, length: nil, patience: .seconds(15)), serial, at: Self.at(0))
        #expect(state.deadline == Self.at(15_000))
        state.pieceTaken(serial)
        #expect(Self.words(state.tick(at: Self.at(100_000_000))) == "")
        _ = state.piece(of: 5, serial, at: Self.at(100_000_000))
        // That one is not taken.
        var slow = state
        #expect(Self.words(slow.tick(at: Self.at(100_015_000))) == "close")
        state.pieceTaken(serial)
        #expect(state.endStream(serial, at: Self.at(200_000_000)) == .write(isChunked: true))
        #expect(state.deadline == Self.at(200_040_000))
        // Another has its deadline between the pieces, too: its producer hangs.
        var other = Self.state(.streaming)
        let deadline = other.deadline
        other.pieceTaken(other.serial)
        #expect(other.deadline == deadline)
    }

    // MARK: Lingering

    @Test func afterTheLastAnswerALittleIsThrownAway() {
        var state = Self.state(.lingering)
        #expect(Self.words(state.readOn(isBodyFull: false, at: Self.at(0))) == "read")
        for (bytes, outcome) in [(30, ""), (20, ""), (1, "close")] {
            let (isHeard, action) = state.listens(to: bytes)
            #expect(!isHeard)
            #expect(Self.words(action) == outcome)
        }
        #expect(!state.listens(to: 1).0)
        var ended = Self.state(.writing)
        ended.keepsAlive = false
        _ = ended.inputClosed()
        #expect(Self.words(ended.written(at: Self.at(0))) == "linger")
        #expect(Self.words(ended.readOn(isBodyFull: false, at: Self.at(0))) == "close")
    }

    @Test func aConnectionOpenedInADrainTakesWhatItHasBegunWith() {
        var state = State(Self.configuration)
        state.opened(isDraining: true, at: Self.at(0))
        state.headGrew(by: 10, at: Self.at(0))
        #expect(Self.words(state.head(Self.body(), keepsAlive: true, at: Self.at(0))) == "")
        _ = state.end(at: Self.at(0))
        #expect(state.answer(.whole, state.serial, at: Self.at(0)) == .write(keepsAlive: false))
    }
}
