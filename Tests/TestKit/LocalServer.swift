import Foundation

/// A private PostgreSQL server under `.careline/`, run by `deploy/dev/local/postgres`.
package struct LocalServer: Sendable {
    /// Made, started and stopped here.
    package let directory: String
    /// The Unix socket's directory.
    package let socket: String

    /// The superuser's URL of one of its databases.
    package func url(database: String) -> String { "postgres:///\(database)?host=\(socket)&user=postgres" }

    /// Starts the server (making its cluster if need be) unless it runs.
    static func start(_ directory: String) async throws -> LocalServer {
        try LocalServer(directory, printed: try await Script.run(["start", directory, "--test"]))
    }

    private init(_ directory: String, printed output: String) throws {
        guard let socket = output.split(separator: "\n").first(where: { $0.hasPrefix("socket=") })?.dropFirst("socket=".count) else {
            throw TestKitError("deploy/dev/local/postgres printed no socket")
        }
        (self.directory, self.socket) = (directory, String(socket))
    }

    /// A standby of this server, which streams from it, in another directory.
    func standby(_ directory: String) async throws -> LocalServer {
        try LocalServer(directory, printed: try await Script.run(["standby", directory, "--test", "--of", self.directory]))
    }

    /// Fast shutdown: sessions are ended, data is written.
    package func stop() async throws { _ = try await Script.run(["stop", directory]) }
    /// SIGKILL to the server.
    package func kill() async throws { _ = try await Script.run(["kill", directory]) }
    package func start() async throws { _ = try await LocalServer.start(directory) }

    package func restart() async throws {
        try await stop()
        try await start()
    }
}

package struct TestKitError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

/// The checkout that this file was compiled in.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    static let servers = root + "/.careline"
}

enum Script {
    /// Runs `deploy/dev/local/postgres`; its standard output. A thread of its own waits.
    static func run(_ arguments: [String]) async throws -> String {
        try await command([Checkout.root + "/deploy/dev/local/postgres"] + arguments)
    }

    static func bash(_ text: String) async throws { _ = try await command(["-euc", text]) }

    private static func command(_ arguments: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try wait(arguments) }) }
        }
    }

    private static func wait(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.begin()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestKitError(String(decoding: complaint, as: UTF8.self)) }
        return String(decoding: printed, as: UTF8.self)
    }
}

extension LocalServer {
    /// Starts it listening on 127.0.0.1 too, where it asks for a password.
    package func start(port: Int) async throws { _ = try await Script.run(["start", directory, "--test", "--port", "\(port)"]) }

    /// A certificate for `localhost` that signs itself, as `data/server.crt`.
    package func makeCertificate() async throws {
        try await Script.bash(
            """
            cd '\(directory)/data'
            openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout server.key -out server.crt
            chown --reference=. server.key server.crt
            chmod 600 server.key
            """)
    }
}

/// A port of the loopback interface that nobody listens on.
package func freePort() throws -> Int {
    let listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listening) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, length) == 0 && getsockname(listening, $0, &length) == 0 }
    }
    guard isBound else { throw TestKitError("no port is free") }
    return Int(UInt16(bigEndian: address.sin_port))
}
