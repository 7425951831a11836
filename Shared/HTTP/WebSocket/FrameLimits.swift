import NIOCore
import NIOWebSocket

/// How many frames a client may send that cost work and bring nothing: pings, pongs, empty fragments, and a message in ever more pieces.
/// Frames with a message's bytes have their own bounds: the message's size, and the handler that takes it.
struct FrameLimits {
    private let mostFragments: Int
    private let burst: Int
    private let interval: TimeAmount
    private var fragments = 0
    private var tokens: Int
    private var filledAt: NIODeadline

    init(_ settings: WebSocketSettings, now: NIODeadline) {
        mostFragments = settings.mostFragments
        burst = settings.mostIdleFrames
        interval = max(.nanoseconds(1), TimeAmount(settings.idleFrameInterval))
        tokens = burst
        filledAt = now
    }

    mutating func take(_ frame: FrameReader.Frame, at now: NIODeadline) throws(WebSocketClose) {
        if frame.opcode.isControlOpcode { return try takeToken(at: now) }
        fragments = frame.opcode == .continuation ? fragments + 1 : 1
        guard fragments <= mostFragments else { throw .policy("a message may have \(mostFragments) fragments") }
        if !frame.isFinal, frame.payload.readableBytes == 0 { try takeToken(at: now) }
    }

    private mutating func takeToken(at now: NIODeadline) throws(WebSocketClose) {
        let grown = (now - filledAt).nanoseconds / interval.nanoseconds
        if grown > 0 {
            tokens = min(burst, tokens + Int(min(grown, Int64(burst))))
            filledAt = now
        }
        guard tokens > 0 else { throw .policy("too many frames that say nothing") }
        tokens -= 1
    }
}
