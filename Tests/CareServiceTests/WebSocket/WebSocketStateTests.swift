import NIOCore
import TestKit
import Testing

@testable import HTTP

/// A WebSocket's decisions, event by event, without a connection.
@Suite struct WebSocketStateTests {
    enum Phase: CaseIterable {
        case open
        /// Open, and nobody takes what was handed on.
        case paused
        case closing
        /// The peer's close was answered.
        case answered
        case gone
    }

    enum Event: CaseIterable {
        case text, ping, pong, binary, unmasked, close, closeWithoutCode, forbiddenClose
        case roomAgain, handlerEnds, noRoom, sends, sent
        case closeTime, pingTime, idleTime, connectionEnds
    }

    /// The deadlines are the settings' own: 5 s for a close, 15 s for a write, a ping after 25 s and the end after 60 s.
    static func at(_ milliseconds: Int64) -> NIODeadline { .uptimeNanoseconds(1_000_000_000_000) + .milliseconds(milliseconds) }

    static func words(_ action: WebSocketState.Action) -> String {
        switch action {
        case .handOn(let text): "hand on \(text)"
        case .ping: "ping"
        case .pong(let payload): "pong \(String(buffer: payload))"
        case .close(let close): "close \(close.code)"
        case .answerClose(let close): "answer \(close.map { String($0.code) } ?? "-")"
        case .lost: "lost"
        case .cut(let isSlow): isSlow ? "cut, slow" : "cut"
        }
    }

    static func state(_ phase: Phase) -> WebSocketState {
        var state = WebSocketState(WebSocketSettings(), now: at(0))
        switch phase {
        case .open: break
        case .paused:
            state.received(ByteBuffer(bytes: RawWebSocket.frame(opcode: 1, Array("first".utf8))), at: at(0))
            #expect(state.next(at: at(0)) == .handOn("first"))
            state.handedOn(hasRoom: false)
        case .closing: #expect(state.close(.normal, at: at(0)) == .close(.normal))
        case .answered: #expect(hear(RawWebSocket.frame(opcode: 8, [0x03, 0xE8]), &state) == ["answer 1000"])
        case .gone: #expect(state.gone() == .lost)
        }
        return state
    }

    /// What follows from these bytes when there is room for every text.
    static func hear(_ bytes: [UInt8], _ state: inout WebSocketState, at now: NIODeadline = at(0)) -> [String] {
        state.received(ByteBuffer(bytes: bytes), at: now)
        var words: [String] = []
        while let action = state.next(at: now) {
            words.append(Self.words(action))
            if case .handOn = action { state.handedOn(hasRoom: true) }
        }
        return words
    }

    static func apply(_ event: Event, _ state: inout WebSocketState) -> [String] {
        func one(_ action: WebSocketState.Action?) -> [String] { action.map { [words($0)] } ?? [] }
        switch event {
        case .text: return hear(RawWebSocket.frame(opcode: 1, Array("Hi".utf8)), &state)
        case .ping: return hear(RawWebSocket.frame(opcode: 9, Array("you".utf8)), &state)
        case .pong: return hear(RawWebSocket.frame(opcode: 10, []), &state)
        case .binary: return hear(RawWebSocket.frame(opcode: 2, [1]), &state)
        case .unmasked: return hear(RawWebSocket.frame(opcode: 1, [0x61], isMasked: false), &state)
        case .close: return hear(RawWebSocket.frame(opcode: 8, [0x0F, 0xA0] + Array("bye".utf8)), &state)
        case .closeWithoutCode: return hear(RawWebSocket.frame(opcode: 8, []), &state)
        case .forbiddenClose: return hear(RawWebSocket.frame(opcode: 8, [0x03, 0xED]), &state)
        case .roomAgain: return state.resume(hasRoom: true, at: at(0)) ? ["resumes"] : []
        case .handlerEnds: return one(state.close(WebSocketClose(code: 4000, reason: ""), at: at(0)))
        case .noRoom: return one(state.noRoom(at: at(0)))
        case .sends: return state.send(at: at(0)) ? ["sends"] : []
        case .sent:
            state.sent()
            return []
        case .closeTime: return one(state.tick(at: at(5000)))
        case .pingTime: return one(state.tick(at: at(25_000)))
        case .idleTime: return one(state.tick(at: at(60_000)))
        case .connectionEnds: return one(state.gone())
        }
    }

    /// Of each event what is done in each phase; where none is named, nothing.
    private static let table: [Event: [Phase: String]] = [
        .text: [.open: "hand on Hi"],
        .ping: [.open: "pong you"],
        .pong: [:],
        .binary: [.open: "close 1003"],
        .unmasked: [.open: "close 1002"],
        .close: [.open: "answer 4000", .closing: "cut"],
        .closeWithoutCode: [.open: "answer -", .closing: "cut"],
        .forbiddenClose: [.open: "close 1002"],
        .roomAgain: [.paused: "resumes"],
        .handlerEnds: [.open: "close 4000", .paused: "close 4000"],
        .noRoom: [.open: "close 1013", .paused: "close 1013"],
        .sends: [.open: "sends", .paused: "sends"],
        .sent: [:],
        .closeTime: [.closing: "cut", .answered: "cut"],
        .pingTime: [.open: "ping", .paused: "ping", .closing: "cut", .answered: "cut"],
        // Whom we do not read cannot be heard.
        .idleTime: [.open: "cut", .paused: "ping", .closing: "cut", .answered: "cut"],
        .connectionEnds: [.open: "lost", .paused: "lost"]
    ]

    @Test(arguments: Event.allCases) func whatFollowsInEachPhase(event: Event) throws {
        let expected = try #require(Self.table[event])
        for phase in Phase.allCases {
            var state = Self.state(phase)
            #expect(Self.apply(event, &state) == (expected[phase].map { [$0] } ?? []), "\(phase)")
        }
    }

    @Test(arguments: [(Phase.open, true), (.paused, false), (.closing, true), (.answered, false), (.gone, false)])
    func whenMoreIsRead(phase: Phase, isReading: Bool) { #expect(Self.state(phase).isReading == isReading) }

    @Test func textsWaitForWhoTakesThem() {
        var state = WebSocketState(WebSocketSettings(), now: Self.at(0))
        state.received(ByteBuffer(bytes: ["a", "b", "c"].flatMap { RawWebSocket.frame(opcode: 1, Array($0.utf8)) }), at: Self.at(0))
        #expect(state.next(at: Self.at(0)) == .handOn("a"))
        state.handedOn(hasRoom: false)
        #expect(state.next(at: Self.at(0)) == nil)
        #expect(state.resume(hasRoom: false, at: Self.at(0)) == false)
        #expect(state.next(at: Self.at(0)) == nil)
        #expect(state.resume(hasRoom: true, at: Self.at(0)) == true)
        #expect(state.next(at: Self.at(0)) == .handOn("b"))
        state.handedOn(hasRoom: true)
        #expect(state.next(at: Self.at(0)) == .handOn("c"))
        #expect(state.kept == 0)
    }

    @Test func onePongIsOnItsWayAtATimeAndTheLatestPingIsAnswered() {
        var state = Self.state(.open)
        let pings = ["1", "2", "3"].flatMap { RawWebSocket.frame(opcode: 9, Array($0.utf8)) }
        #expect(Self.hear(pings, &state) == ["pong 1"])
        #expect(state.ponged().map(Self.words) == "pong 3")
        #expect(state.ponged() == nil)
        #expect(Self.hear(RawWebSocket.frame(opcode: 9, Array("4".utf8)), &state) == ["pong 4"])
        #expect(Self.hear(RawWebSocket.frame(opcode: 9, Array("5".utf8)), &state) == [])
        _ = state.close(.normal, at: Self.at(0))
        #expect(state.ponged() == nil)  // nothing comes after our close
    }

    @Test func whoIsSilentIsAskedOnceAndHeardAgain() {
        var state = Self.state(.open)
        #expect(state.tick(at: Self.at(24_999)) == nil)
        #expect(state.tick(at: Self.at(25_000)) == .ping)
        #expect(state.tick(at: Self.at(50_000)) == nil)
        #expect(Self.hear(RawWebSocket.frame(opcode: 10, []), &state, at: Self.at(59_000)) == [])
        #expect(state.tick(at: Self.at(83_999)) == nil)
        #expect(state.tick(at: Self.at(84_000)) == .ping)
        #expect(state.tick(at: Self.at(118_999)) == nil)
        #expect(state.tick(at: Self.at(119_000)) == .cut(isSlow: false))
    }

    /// What they said meanwhile is in the network still.
    @Test func theSilenceOfOneWhomNobodyListenedToBeginsAnew() {
        var state = Self.state(.paused)
        #expect(state.tick(at: Self.at(70_000)) == .ping)
        #expect(state.resume(hasRoom: true, at: Self.at(70_000)) == true)
        #expect(state.tick(at: Self.at(70_000)) == nil)
        #expect(state.tick(at: Self.at(129_999)) == nil)
        #expect(state.tick(at: Self.at(130_000)) == .cut(isSlow: false))

        var ending = Self.state(.paused)
        #expect(ending.close(.normal, at: Self.at(70_000)) == .close(.normal))
        #expect(ending.tick(at: Self.at(74_999)) == nil)
        #expect(ending.tick(at: Self.at(75_000)) == .cut(isSlow: false))
    }

    @Test(arguments: [Phase.open, .paused]) func whoDoesNotTakeWhatIsSentIsCut(phase: Phase) {
        var state = Self.state(phase)
        #expect(state.send(at: Self.at(0)) == true)
        #expect(state.tick(at: Self.at(14_999)) == nil)
        state.sent()
        #expect(state.tick(at: Self.at(15_000)) == nil)
        #expect(state.send(at: Self.at(16_000)) == true)
        #expect(state.tick(at: Self.at(31_000)) == .cut(isSlow: true))
    }

    @Test func nothingIsUnderstoodAfterAFault() {
        for fault in [Event.unmasked, .binary, .forbiddenClose, .noRoom] {
            var state = Self.state(.open)
            #expect(Self.apply(fault, &state).first?.hasPrefix("close ") == true)
            for event in [Event.text, .ping, .close] { #expect(Self.apply(event, &state) == []) }
            #expect(state.isReading)  // until the peer ends, or the deadline comes
            #expect(Self.apply(.closeTime, &state) == ["cut"])
        }
    }

    /// What was handed on and is not taken does not hold up the end.
    @Test func aCloseWhileNothingIsTakenIsAnswered() {
        var state = Self.state(.paused)
        #expect(Self.apply(.close, &state) == [])
        #expect(Self.apply(.handlerEnds, &state) == ["close 4000"])
        #expect(state.next(at: Self.at(0)) == .cut(isSlow: false))
    }

    @Test func framesThatSayNothingAreCounted() {
        var state = Self.state(.open)
        let most = WebSocketSettings().mostIdleFrames
        for _ in 0..<most { #expect(Self.apply(.pong, &state) == []) }
        #expect(Self.apply(.pong, &state) == ["close 1008"])
    }
}
