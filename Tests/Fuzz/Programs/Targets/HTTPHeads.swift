import Foundation

extension FuzzTarget {
    /// Whole connections to the services' own server, over a socket: heads, bodies, chunks, pipelines, handshakes. Each answer is HTTP, none is a
    /// 5xx, and what would let a request be smuggled past the gateway (RFC 9112, sections 6.3 and 11.2) is never carried out.
    static let http = FuzzTarget("http", longest: 4096) { input in
        var choices = Choices(input)
        let seed = choices.byte()
        let bytes = choices.bytes
        let answer = Connection(to: LocalServer.shared.port).exchange(seed & 3 == 0 ? bytes.pieces(seed) : [bytes])
        let statuses = statuses(of: answer)
        for status in statuses { expect((100..<500).contains(status), "answered \(status)") }
        let heads = max(1, lineEnds(bytes))
        // A 100 Continue besides.
        expect(statuses.count <= 2 * heads, "\(statuses.count) answers to \(heads) heads")
        if let first = statuses.first(where: { $0 != 100 }), isSmuggling(bytes) { expect((400..<500).contains(first), "carried out: \(first)") }
    }

    /// How many heads may have ended.
    private static func lineEnds(_ bytes: [UInt8]) -> Int { bytes.count { $0 == 0x0A } }

    /// Of an answer's bytes, one after the other, as their lengths say.
    private static func statuses(of answer: [UInt8]) -> [Int] {
        var statuses: [Int] = []
        var rest = answer[...]
        while !rest.isEmpty {
            guard let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) else { fatalError("half a head: \(String(decoding: rest, as: UTF8.self))") }
            let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let words = lines[0].split(separator: " ", maxSplits: 2)
            guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else { fatalError("no status line: \(lines[0])") }
            statuses.append(status)
            rest = rest[end.upperBound...]
            // What follows a handshake is a WebSocket's.
            if status == 101 { return statuses }
            let length = lines.dropFirst().first { $0.lowercased().hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
            // An answer to HEAD says a length and has none: then what follows is a status line.
            if let length, !rest.starts(with: Array("HTTP/1.1 ".utf8)) { rest = rest.dropFirst(length) }
        }
        return statuses
    }

    /// Whether the first head says its body's length in a way on which two readers may differ. Only of heads whose every line is well formed:
    /// of others the parser decides what is no HTTP at all.
    private static func isSmuggling(_ bytes: [UInt8]) -> Bool {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)), let head = String(validating: bytes[..<end.lowerBound], as: UTF8.self) else { return false }
        var lines = head.components(separatedBy: "\r\n")
        let request = lines.removeFirst().components(separatedBy: " ")
        guard request.count == 3, ["GET", "POST", "PUT"].contains(request[0]), request[1].hasPrefix("/"), request[2] == "HTTP/1.1" else { return false }
        var lengths: Set<String> = []
        var encodings = 0
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return false }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            switch line[..<colon].lowercased() {
            case "content-length": lengths.insert(value)
            case "transfer-encoding": encodings += 1
            case let name where name.contains(" "): return true
            default: break
            }
        }
        return lengths.count > 1 || encodings > 0 && !lengths.isEmpty || lengths.contains { $0.isEmpty || !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}

/// A client's end of a connection over loopback.
private struct Connection {
    private let descriptor: Int32

    init(to port: Int) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        expect(status == 0, "no connection: errno \(errno)")
        var flag: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, socklen_t(MemoryLayout<Int32>.size))
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends all, closes its side, and takes what comes until the server closes too.
    func exchange(_ pieces: [[UInt8]]) -> [UInt8] {
        defer { close(descriptor) }
        for piece in pieces {
            // Refused early, the rest is not wanted.
            guard send(descriptor, piece, piece.count, Int32(MSG_NOSIGNAL)) == piece.count else { break }
        }
        shutdown(descriptor, Int32(SHUT_WR))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 { return answer }
            // libFuzzer's clock interrupts.
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                expect(errno == ECONNRESET || errno == EPIPE, "no end of the answer: errno \(errno)")
                return answer
            }
            answer += buffer[..<count]
        }
    }
}
