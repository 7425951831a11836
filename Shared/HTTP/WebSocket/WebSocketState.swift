import NIOCore
import NIOWebSocket

/// The server's side of an open WebSocket: what becomes of the peer's frames, when to read, which deadline runs and how it ends. Decided
/// here, done by its handler. Pure: time comes from outside, and no event has more than one action to be done.
struct WebSocketState {
    enum Action: Equatable {
        /// Give the text to who handles the socket, then say `handedOn`.
        case handOn(String)
        case ping
        /// Then `ponged`, when it is out or lost.
        case pong(ByteBuffer)
        /// Our side of the closing handshake: nothing is handed on any more, and the peer hears why.
        case close(WebSocketClose)
        /// The peer's close, without its words, and then the end of the connection.
        case answerClose(WebSocketClose?)
        /// The connection ended without a close.
        case lost
        /// End the connection at once; `isSlow`: the peer did not take what was sent.
        case cut(isSlow: Bool)
    }

    private enum Phase {
        case open
        /// We have said why it ends, and the peer not yet.
        case closing
        /// So has the peer.
        case closed
        case gone
    }

    private let settings: WebSocketSettings
    private var phase = Phase.open
    private var reader: FrameReader
    private var assembler: MessageAssembler
    private var limits: FrameLimits
    /// Nobody takes what was handed on, so no more is read.
    private var isPaused = false
    /// After a fault nothing that comes can be understood.
    private var isDeaf = false
    private var lastHeard: NIODeadline
    private var hasPinged = false
    private var writeDeadline: NIODeadline?
    private var closeDeadline = NIODeadline.distantFuture
    private var isPonging = false
    private var nextPong: ByteBuffer?

    init(_ settings: WebSocketSettings, now: NIODeadline) {
        self.settings = settings
        reader = FrameReader(most: settings.mostBytes)
        assembler = MessageAssembler(most: settings.mostBytes)
        limits = FrameLimits(settings, now: now)
        lastHeard = now
    }

    /// Of the peer's bytes: the memory for what is no message yet.
    var kept: Int { reader.capacity + assembler.capacity }
    var isReading: Bool { isListening && !isPaused }
    private var isListening: Bool { phase == .open || phase == .closing }

    // MARK: What the peer sends

    mutating func received(_ bytes: ByteBuffer, at now: NIODeadline) {
        lastHeard = now
        hasPinged = false
        if !isDeaf { reader.append(bytes) }
    }

    /// The action of the next frames that have come; nil when more has to come, or is not to be taken.
    mutating func next(at now: NIODeadline) -> Action? {
        do throws(WebSocketClose) {
            while isReading, !isDeaf, let frame = try reader.next() {
                if let action = try take(frame, at: now) { return action }
            }
            return nil
        } catch {
            isDeaf = true
            return close(error, at: now)
        }
    }

    private mutating func take(_ frame: FrameReader.Frame, at now: NIODeadline) throws(WebSocketClose) -> Action? {
        try limits.take(frame, at: lastHeard)
        switch frame.opcode {
        case .ping: return pong(frame.payload)
        case .pong: return nil
        case .connectionClose: return closed(by: try WebSocketClose.parse(frame.payload), at: now)
        default:
            guard phase == .open, let text = try assembler.take(frame) else { return nil }
            return .handOn(text)
        }
    }

    mutating func handedOn(hasRoom: Bool) { isPaused = phase == .open && !hasRoom }

    /// Something was taken of what was handed on; true when the reading goes on: `next` has more.
    mutating func resume(hasRoom: Bool, at now: NIODeadline) -> Bool {
        guard isPaused, hasRoom else { return false }
        listen(at: now)
        return true
    }

    /// Nobody was silent to whom we did not listen: what they said meanwhile is still to be read.
    private mutating func listen(at now: NIODeadline) {
        guard isPaused else { return }
        isPaused = false
        lastHeard = now
    }

    /// What is kept of the peer's bytes does not fit into the budget of all.
    mutating func noRoom(at now: NIODeadline) -> Action? {
        isDeaf = true
        return close(.tryAgainLater("there is no memory for more just now; connect again and resume"), at: now)
    }

    // MARK: What we send

    /// A message goes out, then `sent`; false when nobody would hear it.
    mutating func send(at now: NIODeadline) -> Bool {
        guard phase == .open else { return false }
        writeDeadline = now + TimeAmount(settings.writeDeadline)
        return true
    }

    mutating func sent() { writeDeadline = nil }

    /// One answer on its way at a time; of several pings that wait the latest is answered, which section 5.5.3 allows.
    private mutating func pong(_ payload: ByteBuffer) -> Action? {
        guard phase == .open else { return nil }
        guard !isPonging else {
            nextPong = payload
            return nil
        }
        isPonging = true
        return .pong(payload)
    }

    mutating func ponged() -> Action? {
        isPonging = false
        guard let next = nextPong else { return nil }
        nextPong = nil
        return pong(next)
    }

    // MARK: Ending

    /// Our side is done. The peer has a little time for its own close, and what was handed on and not taken holds it up no more.
    mutating func close(_ close: WebSocketClose, at now: NIODeadline) -> Action? {
        guard phase == .open else { return nil }
        phase = .closing
        listen(at: now)
        closeDeadline = now + TimeAmount(settings.closeDeadline)
        return .close(close)
    }

    private mutating func closed(by close: WebSocketClose?, at now: NIODeadline) -> Action {
        let wasOpen = phase == .open
        phase = .closed
        guard wasOpen else { return .cut(isSlow: false) }
        // Should the peer not take even the answer.
        closeDeadline = now + TimeAmount(settings.closeDeadline)
        return .answerClose(close.map { WebSocketClose(code: $0.code, reason: "") })
    }

    /// The connection is no more.
    mutating func gone() -> Action? {
        defer { phase = .gone }
        return phase == .open ? .lost : nil
    }

    mutating func tick(at now: NIODeadline) -> Action? {
        guard phase != .gone else { return nil }
        if let writeDeadline, writeDeadline <= now { return .cut(isSlow: true) }
        let silence = now - lastHeard
        // Whom we do not read cannot be heard.
        if !isPaused, closeDeadline <= now || silence >= TimeAmount(settings.idleDeadline) { return .cut(isSlow: false) }
        guard phase == .open, !hasPinged, silence >= TimeAmount(settings.pingInterval) else { return nil }
        hasPinged = true
        return .ping
    }
}
