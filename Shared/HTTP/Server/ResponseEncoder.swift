import NIOCore
import NIOHTTP1

/// Writes a response's head, and a small body behind it, into one buffer: one write, no intermediate parts.
struct ResponseEncoder {
    enum Framing: Equatable {
        case length(Int)
        case chunked
        /// The end of the connection ends the body (HTTP/1.0).
        case untilClose
        /// 1xx, 204, 304: no body by definition.
        case none
    }

    static func framing(of response: Response, version: HTTPVersion) -> Framing {
        let code = response.status.code
        if code < 200 || code == 204 || code == 304 { return .none }
        guard let stream = response.stream else { return .length(response.body.count) }
        if let length = stream.length { return .length(length) }
        return version.minor > 0 ? .chunked : .untilClose
    }

    /// `reader`: the other origin whose pages may read it. It is said of each answer that this depends on who asks, so that none is kept for a page
    /// that may not read it.
    static func writeHead(
        _ response: Response, framing: Framing, requestID: String, reader: String?, keepAlive: Bool, version: HTTPVersion, into buffer: inout ByteBuffer
    ) {
        buffer.writeStaticString("HTTP/1.1 ")
        switch response.status {
        case .ok: buffer.writeStaticString("200 OK")
        case .created: buffer.writeStaticString("201 Created")
        default:
            buffer.writeString(String(response.status.code))
            buffer.writeStaticString(" ")
            buffer.writeString(response.status.reasonPhrase)
        }
        buffer.writeStaticString("\r\nDate: ")
        buffer.writeString(HTTPDate.now())
        for (name, value) in response.headers.wire where !isFramingHeader(name) {
            buffer.writeStaticString("\r\n")
            buffer.writeString(name)
            buffer.writeStaticString(": ")
            writeValue(value, into: &buffer)
        }
        if let reader {
            buffer.writeStaticString("\r\nAccess-Control-Allow-Origin: ")
            writeValue(reader, into: &buffer)
            buffer.writeStaticString("\r\nAccess-Control-Expose-Headers: ")
            buffer.writeStaticString(CrossOrigin.read)
        }
        buffer.writeStaticString("\r\nVary: Origin\r\nX-Content-Type-Options: nosniff\r\nX-Request-Id: ")
        writeValue(requestID, into: &buffer)
        switch framing {
        case .length(let length):
            buffer.writeStaticString("\r\nContent-Length: ")
            buffer.writeString(String(length))
        case .chunked: buffer.writeStaticString("\r\nTransfer-Encoding: chunked")
        case .untilClose, .none: break
        }
        if let upgrade = response.upgrade {
            buffer.writeStaticString("\r\nConnection: Upgrade\r\nUpgrade: ")
            writeValue(upgrade.name, into: &buffer)
        } else if !keepAlive {
            buffer.writeStaticString("\r\nConnection: close")
        } else if version.minor == 0 {
            buffer.writeStaticString("\r\nConnection: keep-alive")
        }
        buffer.writeStaticString("\r\n\r\n")
    }

    /// How a body ends, and whether the connection lives on, is the connection's to say.
    private static func isFramingHeader(_ name: String) -> Bool {
        switch name.utf8.count {
        case 10: name.lowercased() == "connection"
        case 12: name.lowercased() == "x-request-id"
        case 14: name.lowercased() == "content-length"
        case 17: name.lowercased() == "transfer-encoding"
        default: false
        }
    }

    /// A control character in a value could begin another header or response (response splitting): it becomes a space.
    private static func writeValue(_ value: String, into buffer: inout ByteBuffer) {
        var value = value
        // By its bytes in memory: a String's view takes several times as long.
        if value.withUTF8({ bytes in bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }) {
            buffer.writeString(value)
        } else {
            buffer.writeBytes(value.utf8.map { $0 >= 0x20 && $0 != 0x7F ? $0 : 0x20 })
        }
    }
}
