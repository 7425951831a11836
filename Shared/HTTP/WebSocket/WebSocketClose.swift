import NIOCore

/// Why a WebSocket ends (RFC 6455, section 7.4).
package struct WebSocketClose: Error, Equatable, Sendable {
    package var code: UInt16
    /// At most 123 bytes of it are sent.
    package var reason: String

    package init(code: UInt16, reason: String) {
        self.code = code
        self.reason = reason
    }

    package static let normal = WebSocketClose(code: 1000, reason: "")
    package static let goingAway = WebSocketClose(code: 1001, reason: "the service is stopping; connect again and resume")
    package static let notText = WebSocketClose(code: 1003, reason: "only text messages are taken")
    package static let notUTF8 = WebSocketClose(code: 1007, reason: "the text is not UTF-8")
    package static let failed = WebSocketClose(code: 1011, reason: "something went wrong on our side; connect again and resume")
    package static func protocolError(_ reason: String) -> WebSocketClose { WebSocketClose(code: 1002, reason: reason) }
    package static func policy(_ reason: String) -> WebSocketClose { WebSocketClose(code: 1008, reason: reason) }
    package static func tooLarge(limit: Int) -> WebSocketClose {
        WebSocketClose(code: 1009, reason: "a message may have \(limit) bytes")
    }
    package static func tryAgainLater(_ reason: String) -> WebSocketClose { WebSocketClose(code: 1013, reason: reason) }

    /// What a peer's close frame says; nil in `code` when it says nothing. Throws what is wrong with it.
    static func parse(_ payload: ByteBuffer) throws(WebSocketClose) -> WebSocketClose? {
        var payload = payload
        guard payload.readableBytes > 0 else { return nil }
        guard let code = payload.readInteger(as: UInt16.self) else { throw .protocolError("a close frame of one byte") }
        guard isSendable(code) else { throw .protocolError("a close code that may not be sent") }
        guard let reason = String(validating: payload.readableBytesView, as: UTF8.self) else { throw .notUTF8 }
        return WebSocketClose(code: code, reason: reason)
    }

    /// Section 7.4.2: 1004 to 1006 and 1015 are never on the wire; 3000 to 4999 are libraries' and applications'.
    private static func isSendable(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// The payload of our close frame: the code, and as many whole characters of the reason as a control frame holds.
    func write(into buffer: inout ByteBuffer) {
        buffer.writeInteger(code)
        var room = 123
        for character in reason {
            let bytes = String(character).utf8
            guard bytes.count <= room else { break }
            room -= bytes.count
            buffer.writeBytes(bytes)
        }
    }
}
