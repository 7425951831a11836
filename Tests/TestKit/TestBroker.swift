import Foundation
import Kafka
import Synchronization

/// The broker that tests talk to: the one that CARE_KAFKA_BOOTSTRAP names, or an embedded one in a child process, shared by the
/// whole test run. The child ends when this process does, since its standard input ends then.
package enum TestBroker {
    /// `host:port`.
    package static func bootstrap() throws -> String {
        if let external { return external }
        return try embedded.withLock { embedded in
            if let embedded { return embedded.bootstrap }
            let child = try EmbeddedBrokerProcess()
            embedded = child
            return child.bootstrap
        }
    }

    /// A real Kafka is being tested against.
    package static var isReal: Bool { external != nil }

    /// Settings for a client of the shared broker.
    package static func configuration(_ clientID: String = "tests") throws -> KafkaConfiguration {
        KafkaConfiguration(bootstrap: try bootstrap(), clientID: clientID, embedded: !isReal)
    }

    /// A topic of this test's own.
    package static func topic(_ name: String, partitions: Int = 12) async throws -> String {
        let unique = "test.\(name).\(UUID().uuidString.prefix(8).lowercased())"
        try await KafkaAdmin(configuration()).create([KafkaTopic(unique, partitions: partitions)])
        return unique
    }

    private static let external = ProcessInfo.processInfo.environment["CARE_KAFKA_BOOTSTRAP"].flatMap { $0.isEmpty ? nil : $0 }
    private static let embedded = Mutex<EmbeddedBrokerProcess?>(nil)
}

/// `careline broker` as a child process.
package final class EmbeddedBrokerProcess: @unchecked Sendable {  // its process is only touched by start and stop, each by one test
    package struct DidNotStart: Error {}

    package let bootstrap: String
    package let process: Process
    private let input = Pipe()

    /// - Parameter port: 0 for any free one.
    package init(port: Int = 0, topics: [String] = []) throws {
        let ready = FileManager.default.temporaryDirectory.appendingPathComponent("careline-broker-\(UUID().uuidString)")
        process = Process()
        process.executableURL = Self.executable
        process.arguments = ["broker", "--port", "\(port)", "--ready-file", ready.path, "--until-end-of-input"] + topics.flatMap { ["--topic", $0] }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        try process.begin()
        let deadline = Date.now + 20
        var address: String?
        while address == nil, process.isRunning, Date.now < deadline {
            address = try? String(contentsOf: ready, encoding: .utf8)
            if address == nil { usleep(10_000) }
        }
        guard let address else {
            process.terminate()
            throw DidNotStart()
        }
        bootstrap = address
    }

    package var port: Int { Int(bootstrap.split(separator: ":").last ?? "") ?? 0 }

    /// Ends it with SIGTERM, and returns its exit status.
    package func stop() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Beside the test bundle: `.build/debug/careline`.
    private static var executable: URL {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        return bundle.appendingPathComponent("careline")
    }
}
