import NIOCore
import NIOWebSocket
import Testing

@testable import HTTP

@Suite struct FrameLimitsTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)

    private static func frame(_ opcode: WebSocketOpcode, _ count: Int = 0, isFinal: Bool = true) -> FrameReader.Frame {
        FrameReader.Frame(isFinal: isFinal, opcode: opcode, payload: ByteBuffer(repeating: 0x61, count: count))
    }

    /// How many of these frames, one each `interval`, are taken before it is too much.
    private static func taken(_ frames: [FrameReader.Frame], of most: Int, each interval: TimeAmount = .zero) -> Int {
        var settings = WebSocketSettings()
        (settings.mostFragments, settings.mostIdleFrames, settings.idleFrameInterval) = (50, 10, .milliseconds(200))
        var limits = FrameLimits(settings, now: start)
        var now = start
        for index in 0..<most {
            do throws(WebSocketClose) { try limits.take(frames[min(index, frames.count - 1)], at: now) } catch {
                #expect(error.code == 1008)
                return index
            }
            now = now + interval
        }
        return most
    }

    @Test func framesThatSayNothingHaveABurstAndARate() {
        for opcode in [WebSocketOpcode.ping, .pong] {
            #expect(Self.taken([Self.frame(opcode)], of: 1000) == 10)
            #expect(Self.taken([Self.frame(opcode)], of: 1000, each: .milliseconds(200)) == 1000)
            #expect(Self.taken([Self.frame(opcode)], of: 1000, each: .milliseconds(100)) < 30)
        }
    }

    @Test func fragmentsOfAMessageHaveABound() {
        let begun = Self.frame(.text, 1, isFinal: false)
        #expect(Self.taken([begun, Self.frame(.continuation, 1, isFinal: false)], of: 1000, each: .seconds(1)) == 50)
        #expect(Self.taken([begun, Self.frame(.continuation, 0, isFinal: false)], of: 1000) == 11)
        // Each message counts anew.
        #expect(Self.taken(Array(repeating: [begun, Self.frame(.continuation, 1)], count: 500).flatMap { $0 }, of: 1000) == 1000)
    }

    @Test func messagesAreNotCountedHere() { #expect(Self.taken([Self.frame(.text, 1)], of: 1000) == 1000) }
}
