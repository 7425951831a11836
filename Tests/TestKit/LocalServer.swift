import Foundation

/// A private PostgreSQL server under `.careline/`, run by `deploy/local/postgres`.
public struct LocalServer: Sendable {
    /// Made, started and stopped here.
    public let directory: String
    /// The Unix socket's directory.
    public let socket: String

    /// The superuser's URL of one of its databases.
    public func url(database: String) -> String { "postgres:///\(database)?host=\(socket)&user=postgres" }

    /// Starts the server (making its cluster if need be) unless it runs.
    static func start(_ directory: String) async throws -> LocalServer {
        let output = try await Script.run(["start", directory, "--test"])
        guard let socket = output.split(separator: "\n").first(where: { $0.hasPrefix("socket=") })?.dropFirst("socket=".count) else {
            throw TestKitError("deploy/local/postgres printed no socket")
        }
        return LocalServer(directory: directory, socket: String(socket))
    }

    /// Fast shutdown: sessions are ended, data is written.
    public func stop() async throws { _ = try await Script.run(["stop", directory]) }
    /// SIGKILL to the server.
    public func kill() async throws { _ = try await Script.run(["kill", directory]) }
    public func start() async throws { _ = try await LocalServer.start(directory) }

    public func restart() async throws {
        try await stop()
        try await start()
    }
}

public struct TestKitError: Error, CustomStringConvertible {
    public let description: String
    init(_ description: String) { self.description = description }
}

/// The checkout that this file was compiled in.
enum Checkout {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    static let servers = root + "/.careline"
}

enum Script {
    /// Runs `deploy/local/postgres`; its standard output. A thread of its own waits.
    static func run(_ arguments: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try wait(arguments) }) }
        }
    }

    private static func wait(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [Checkout.root + "/deploy/local/postgres"] + arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestKitError(String(decoding: complaint, as: UTF8.self)) }
        return String(decoding: printed, as: UTF8.self)
    }
}
