import NIOCore
import TestKit
import Testing

@testable import HTTP

/// A WebSocket's life at random, a thousand times: what has to hold however the events follow each other.
@Suite struct WebSocketWalkTests {
    @Test(arguments: 0..<8) func whatHoldsWhateverHappens(part: Int) {
        var seen: Set<String> = []
        for seed in part * 125..<(part + 1) * 125 {
            var walk = Walk(seed: seed)
            for _ in 0..<200 { walk.step() }
            walk.end()
            seen.formUnion(walk.seen)
        }
        // Each of them was on the way.
        #expect(seen == ["hand on", "ping", "pong", "close", "answer", "lost", "cut", "cut, slow"])
    }

    private struct Walk {
        private(set) var seen: Set<String> = []
        private let seed: Int
        private var chance: Chance
        private var state: WebSocketState
        private var now = WebSocketStateTests.at(0)
        private var sentTexts = 0
        private var heardTexts = 0
        /// Cut off frames whose rest is still to come.
        private var rest: [UInt8] = []
        private var hasRoom = true
        private var takesAll = false
        private var isPonging = false
        private var isSending = false
        /// Our close frame is out: nothing may follow it.
        private var isClosed = false
        private var isGone = false

        init(seed: Int) {
            self.seed = seed
            chance = Chance(seed)
            state = WebSocketState(WebSocketSettings(), now: now)
        }

        mutating func step() {
            let longest: Int64 = [10, 1000, 12_000][Int.random(in: 0..<3, using: &chance)]
            now = now + .milliseconds(Int64.random(in: 0..<longest, using: &chance))
            switch Int.random(in: 0..<100, using: &chance) {
            case 0..<55: receive()
            case 55..<70: takeSome()
            case 70..<78:
                if isPonging {
                    isPonging = false
                    perform(state.ponged())
                }
            case 78..<86: send()
            case 86..<97: perform(state.tick(at: now))
            case 97: perform(state.noRoom(at: now))
            case 98: perform(state.close(.goingAway, at: now))
            default: if Int.random(in: 0..<5, using: &chance) == 0 { leave() }
            }
            #expect(hasRoom || isClosed || !state.isReading, "seed \(seed): it reads while nobody takes what came")
            #expect(!isGone || !state.isReading, "seed \(seed): it reads what has ended")
        }

        /// However it stands, it ends when nothing happens any more.
        mutating func end() {
            takesAll = true
            takeSome()
            for _ in 0..<4 {
                now = now + .seconds(60)
                perform(state.tick(at: now))
            }
            #expect(isGone, "seed \(seed): it is never over")
        }

        private mutating func receive() {
            guard state.isReading else { return }
            var bytes = rest
            for _ in 0..<Int.random(in: 1...3, using: &chance) { bytes += frame() }
            let cut = Bool.random(using: &chance) ? bytes.count : Int.random(in: 0...bytes.count, using: &chance)
            rest = Array(bytes[cut...])
            state.received(ByteBuffer(bytes: bytes[..<cut]), at: now)
            process()
        }

        private mutating func frame() -> [UInt8] {
            switch Int.random(in: 0..<60, using: &chance) {
            case 0..<40:
                sentTexts += 1
                return RawWebSocket.frame(opcode: 1, Array(String(sentTexts).utf8))
            case 40..<48: return RawWebSocket.frame(opcode: 9, [UInt8(seed & 0x7F)])
            case 48..<57: return RawWebSocket.frame(opcode: 10, [])
            case 57: return RawWebSocket.frame(opcode: 8, [0x03, 0xE8])
            case 58: return RawWebSocket.frame(opcode: 2, [])
            default: return RawWebSocket.frame(opcode: 1, [0xFF])
            }
        }

        private mutating func process() { while let action = state.next(at: now) { perform(action) } }

        private mutating func takeSome() {
            hasRoom = true
            if state.resume(hasRoom: true, at: now) { process() }
        }

        private mutating func send() {
            if isSending {
                isSending = false
                state.sent()
            } else {
                isSending = state.send(at: now)
                #expect(!isSending || !isClosed, "seed \(seed): a message behind the close")
            }
        }

        private mutating func leave() {
            let isLost = state.gone() == .lost
            #expect(isLost == (!isClosed && !isGone), "seed \(seed): lost is what was not closed")
            if isLost { seen.insert("lost") }
            isGone = true
        }

        private mutating func perform(_ action: WebSocketState.Action?) {
            guard let action else { return }
            #expect(!isGone, "seed \(seed): after the end \(action)")
            switch action {
            case .handOn(let text):
                heardTexts += 1
                #expect(text == String(heardTexts), "seed \(seed): in the order in which they came")
                #expect(hasRoom && !isClosed, "seed \(seed): handed on to nobody")
                hasRoom = takesAll || Int.random(in: 0..<4, using: &chance) > 0
                state.handedOn(hasRoom: hasRoom)
                seen.insert("hand on")
            case .ping:
                #expect(!isClosed, "seed \(seed): a ping behind the close")
                seen.insert("ping")
            case .pong:
                #expect(!isPonging && !isClosed, "seed \(seed): a second pong, or one behind the close")
                isPonging = true
                seen.insert("pong")
            case .close, .answerClose:
                #expect(!isClosed, "seed \(seed): closed twice")
                isClosed = true
                if case .close = action { seen.insert("close") } else { seen.insert("answer") }
                process()
            case .lost: Issue.record("seed \(seed): lost while it is there")
            case .cut(let isSlow):
                seen.insert(isSlow ? "cut, slow" : "cut")
                leave()
            }
        }
    }
}
