import Foundation

/// A login in whatever browser the person has: it comes back to a port of this machine that listens for it alone (RFC 8252, 7.3).
struct LoopbackBrowser: Sendable {
    private let socket: Int32
    let port: UInt16

    var redirect: String { "http://127.0.0.1:\(port)/callback" }

    init() throws {
        let opened = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                opened >= 0 && bind(opened, address, length) == 0 && listen(opened, 4) == 0 && getsockname(opened, address, &length) == 0
            }
        }
        guard isListening else { throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(errno))]) }
        (socket, port) = (opened, UInt16(bigEndian: address.sin_port))
    }

    /// Shows the address, and waits for the browser to come back: the address that it asked for then.
    @Sendable func present(_ address: URL) async throws -> URL {
        for line in ["Log in here:", "", "  \(address.absoluteString)", ""] { Terminal.say(line) }
        let path = await withCheckedContinuation { done in
            Thread.detachNewThread { done.resume(returning: Self.callback(socket)) }
        }
        guard let path, let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw CancellationError() }
        return url
    }

    /// The first request for the callback; browsers ask for icons besides.
    private static func callback(_ socket: Int32) -> String? {
        defer { close(socket) }
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { return nil }
            defer { close(connection) }
            var patience = timeval(tv_sec: 5, tv_usec: 0)
            setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
            let path = requested(connection)
            let isCallback = path?.hasPrefix("/callback?") == true
            // Whether it was a yes, and whether the server takes it, the terminal says.
            let page = isCallback ? "<!doctype html><title>Careline</title><p>Go on in the terminal. This page can be closed.</p>" : "Not here."
            let answer =
                "HTTP/1.1 \(isCallback ? "200 OK" : "404 Not Found")\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n\(page)"
            _ = Array(answer.utf8).withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if isCallback { return path }
        }
    }

    /// The path of `GET path HTTP/1.1`; nil for anything else.
    private static func requested(_ connection: Int32) -> String? {
        var head: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while head.count < 16_384, !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            head += buffer.prefix(count)
        }
        let words = String(decoding: head, as: UTF8.self).split(separator: "\r\n").first?.split(separator: " ") ?? []
        return words.count == 3 && words[0] == "GET" ? String(words[1]) : nil
    }
}
