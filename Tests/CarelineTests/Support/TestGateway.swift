import CareService
import Foundation
import HTTP
import Synchronization
import Testing

@testable import Careline

private let givenPorts = Mutex<Set<Int>>([])

/// Ports that were free a moment ago, and that no other test of this process was given. Below those that Linux gives to outgoing connections
/// (`ip_local_port_range`): of them one that was free is soon the end of somebody's connection.
func freePorts(_ count: Int) throws -> [Int] {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    var ports: [Int] = []
    for _ in 1...1000 where ports.count < count {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(descriptor)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        let port = Int.random(in: 12_000..<32_000)
        address.sin_port = in_port_t(port).bigEndian
        let isFree = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if isFree, givenPorts.withLock({ $0.insert(port).inserted }) { ports.append(port) }
    }
    try #require(ports.count == count)
    return ports
}

/// A gateway under test.
struct TestGateway: Sendable {
    struct Answer {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
        func header(_ name: String) -> String? { headers[name].first }
    }

    var port: Int
    var directory: String

    private static let client = HTTPClient()

    func get(_ path: String, _ headers: HTTPHeaders = [:]) async throws -> Answer { try await send(.GET, path, headers) }

    func send(_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders = [:]) async throws -> Answer {
        let answer = try await Self.client.send(method, "http://127.0.0.1:\(port)\(path)", headers: headers, deadline: .seconds(20))
        return Answer(status: Int(answer.status.code), headers: answer.headers, body: answer.body)
    }

    /// Bytes as they are, for what a well-behaved client would not send. Reads until the gateway closes, or so many bytes.
    func raw(_ text: String, bytes: Int = 100_000) async throws -> String {
        let file = "\(directory)/request-\(UUID().uuidString)"
        try text.write(toFile: file, atomically: false, encoding: .utf8)
        let script = "exec 3<>/dev/tcp/127.0.0.1/\(port); cat \(file) >&3; head -c \(bytes) <&3"
        let launch = Launch(
            executable: "/bin/bash", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"], directory: directory, log: file + ".answer")
        return try await Errand.run(launch, within: .seconds(20))
    }
}

/// A server for each service and the gateway before them, for the time of the body.
func withGateway(_ settings: [String: String] = [:], _ body: (TestGateway) async throws -> Void) async throws {
    try await withScratch { directory in
        let haproxy = try #require(Tool.haproxy)
        let ports = try freePorts(1 + PlatformProgram.all.count)
        let crew = Crew(pidFiles: PidFiles(directory: directory))
        func member(_ name: String, _ file: String, _ environment: [String: String], _ readiness: Readiness) -> Crew.Member {
            let launch = Launch(
                executable: haproxy, arguments: ["-db", "-f", file], environment: environment, directory: directory, log: "\(directory)/\(name).log",
                signalWhenOrphaned: "TERM")
            return Crew.Member(name: name, stage: .services, launch: launch, readiness: readiness)
        }
        var environment = ["CARE_GATEWAY_PORT": "\(ports[0])"]
        var services: [String: String] = [:]
        for (program, port) in zip(PlatformProgram.all, ports.dropFirst()) {
            environment["CARE_\(program.name.uppercased())_SERVER_1"] = "127.0.0.1:\(port)"
            services["\(program.name.uppercased())_PORT"] = "\(port)"
        }
        environment.merge(settings) { _, own in own }
        do {
            try await crew.start([member("services", checkout + "/Tests/CarelineTests/Support/services.cfg", services, .port(ports[1]))])
            let ready: Readiness = settings["CARE_TLS_CERT"] == nil ? .http(port: ports[0], path: "/healthz") : .port(ports[0])
            try await crew.start([member("gateway", checkout + "/deploy/gateway/haproxy.cfg", environment, ready)])
            try await body(TestGateway(port: ports[0], directory: directory))
        } catch {
            await crew.stop()
            throw error
        }
        await crew.stop()
    }
}
