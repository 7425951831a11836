import Foundation

/// Whether ports of this machine are free or answered. Loopback and bind only, so nothing here waits.
enum Sockets {
    static func isFree(host: String, port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        return with(host, port) { bind(descriptor, $0, $1) } == 0
    }

    static func accepts(port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return with("127.0.0.1", port) { connect(descriptor, $0, $1) } == 0
    }

    /// Who listens on a port, as far as this user may see: "process 4711 (nginx)".
    static func holder(of port: Int) -> String? {
        var inodes: Set<String> = []
        for table in ["/proc/net/tcp", "/proc/net/tcp6"] {
            guard let text = try? String(contentsOfFile: table, encoding: .utf8) else { continue }
            for line in text.split(separator: "\n").dropFirst() {
                let fields = line.split(separator: " ")
                guard fields.count > 9, fields[3] == "0A", let hex = fields[1].split(separator: ":").last else { continue }
                if Int(hex, radix: 16) == port { inodes.insert("socket:[\(fields[9])]") }
            }
        }
        guard !inodes.isEmpty else { return nil }
        for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(process) != nil {
            let directory = "/proc/\(process)/fd"
            for descriptor in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\(descriptor)"), inodes.contains(target) else { continue }
                let name = (try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8))?.split(separator: "\n").first ?? "?"
                return "process \(process) (\(name))"
            }
        }
        return nil
    }

    private static func with(_ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return -1 }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
    }
}
