import NIOCore
import NIOWebSocket

/// Cuts a client's bytes into frames (RFC 6455, section 5.2) and takes the mask off. Not NIO's own decoder: that traps the
/// process for a 64-bit length over `Int.max`, lets unmasked frames pass, and hears of a fault only after its bytes are kept.
struct FrameReader {
    struct Frame: Equatable {
        var isFinal: Bool
        var opcode: WebSocketOpcode
        var payload: ByteBuffer
    }

    private struct Head {
        var isFinal: Bool
        var opcode: WebSocketOpcode
        var mask: WebSocketMaskingKey
        var bytes: Int
        var payload: Int
    }

    /// Bytes of one frame's payload.
    let most: Int
    /// What came and is no whole frame yet; let go of when there is nothing, since most sockets are idle.
    private var pending: ByteBuffer?

    init(most: Int) { self.most = most }

    /// Bytes of memory that it holds.
    var capacity: Int { pending?.capacity ?? 0 }

    mutating func append(_ piece: ByteBuffer) {
        guard piece.readableBytes > 0 else { return }
        guard var buffer = pending else {
            pending = piece
            return
        }
        // Not two owners of one buffer while it grows. What was read goes first: a client whose frames never end where a read does
        // would make the buffer as long as all that it ever sent.
        pending = nil
        buffer.discardReadBytes()
        buffer.writeImmutableBuffer(piece)
        pending = buffer
    }

    /// The next whole frame; nil when more has to come. A fault ends the connection.
    mutating func next() throws(WebSocketClose) -> Frame? {
        guard var buffer = pending, let head = try head(in: buffer) else { return nil }
        guard buffer.readableBytes >= head.bytes + head.payload else { return nil }
        buffer.moveReaderIndex(forwardBy: head.bytes)
        guard var payload = buffer.readSlice(length: head.payload) else { return nil }
        payload.webSocketUnmask(head.mask)
        pending = buffer.readableBytes > 0 ? buffer : nil
        return Frame(isFinal: head.isFinal, opcode: head.opcode, payload: payload)
    }

    private func head(in buffer: ByteBuffer) throws(WebSocketClose) -> Head? {
        let start = buffer.readerIndex
        guard let first = buffer.getInteger(at: start, as: UInt8.self) else { return nil }
        guard first & 0x70 == 0 else { throw .protocolError("a reserved bit is set, and no extension was agreed on") }
        guard let opcode = Self.known(first & 0x0F) else { throw .protocolError("an unknown kind of frame") }
        guard let second = buffer.getInteger(at: start + 1, as: UInt8.self) else { return nil }
        guard second & 0x80 != 0 else { throw .protocolError("a client's frames are masked") }
        let isFinal = first & 0x80 != 0
        if opcode.isControlOpcode {
            guard isFinal else { throw .protocolError("a control frame in fragments") }
            guard second & 0x7F <= 125 else { throw .protocolError("a control frame over 125 bytes") }
        }
        var bytes = 2
        let length: UInt64
        switch second & 0x7F {
        case 126:
            guard let word = buffer.getInteger(at: start + 2, as: UInt16.self) else { return nil }
            (length, bytes) = (UInt64(word), 4)
        case 127:
            guard let long = buffer.getInteger(at: start + 2, as: UInt64.self) else { return nil }
            (length, bytes) = (long, 10)
        case let short:
            length = UInt64(short)
        }
        guard length <= UInt64(most) else { throw .tooLarge(limit: most) }
        guard let key = buffer.getBytes(at: start + bytes, length: 4), let mask = WebSocketMaskingKey(key) else { return nil }
        return Head(isFinal: isFinal, opcode: opcode, mask: mask, bytes: bytes + 4, payload: Int(length))
    }

    private static func known(_ bits: UInt8) -> WebSocketOpcode? {
        switch bits {
        case 0x0...0x2, 0x8...0xA: WebSocketOpcode(encodedWebSocketOpcode: bits)
        default: nil
        }
    }
}
