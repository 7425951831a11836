import NIOCore

/// Puts the fragments of a text message together (RFC 6455, section 5.4).
struct MessageAssembler {
    /// Bytes of a whole message.
    let most: Int
    private var fragments: ByteBuffer?

    /// Bytes of memory that it holds.
    var capacity: Int { fragments?.capacity ?? 0 }

    init(most: Int) { self.most = most }

    /// The message that this data frame ends; nil when it goes on. A fault ends the connection.
    mutating func take(_ frame: FrameReader.Frame) throws(WebSocketClose) -> String? {
        switch (frame.opcode, fragments == nil) {
        case (.binary, _): throw .notText
        case (.text, false): throw .protocolError("a message began inside another")
        case (.continuation, true): throw .protocolError("a continuation of nothing")
        default: break
        }
        guard (fragments?.readableBytes ?? 0) + frame.payload.readableBytes <= most else { throw .tooLarge(limit: most) }
        if fragments == nil { fragments = frame.payload } else { fragments?.writeImmutableBuffer(frame.payload) }
        guard frame.isFinal, let whole = fragments else { return nil }
        fragments = nil
        guard let text = String(validating: whole.readableBytesView, as: UTF8.self) else { throw .notUTF8 }
        return text
    }
}
