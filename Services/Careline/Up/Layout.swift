import CareModels
import Foundation

/// Where one platform keeps its files and which ports it takes, all from one state directory and one port: two platforms with
/// different ones run side by side.
struct Layout: Sendable {
    /// The checkout that holds `deploy/`.
    var checkout: String
    /// Absolute.
    var state: String
    var host = "127.0.0.1"
    var gatewayPort = 8080
    var replicas = 1

    /// Whether only this machine reaches the gateway.
    var isLocal: Bool { IPAddress.isThisMachine(host) }

    var run: String { state + "/run" }
    var lock: String { run + "/up.lock" }
    var logs: String { state + "/logs" }
    /// Where mails lie when no server takes them.
    var mail: String { state + "/mail" }
    var secrets: String { state + "/secrets" }
    func masterKey(of service: PlatformService) -> String { "\(secrets)/master-keys/\(service.name).key" }
    /// What the demo's accounts log in with.
    var demoPassword: String { secrets + "/demo-accounts" }
    /// The token with which somebody registers clients at the demo.
    var demoInvitation: String { secrets + "/demo-invitation" }
    /// What the front door serves, made by deploy/site/make.
    var site: String { checkout + "/.careline/site" }
    /// All services' at once, of releases that gave them one.
    var sharedMasterKey: String { secrets + "/master.key" }
    var postgres: String { state + "/postgres" }
    var kafka: String { state + "/kafka" }

    func log(_ name: String) -> String { "\(logs)/\(name).log" }

    // 8080 → broker 8091 and 8092, services from 8101 (auth), 8102 (scheduling), 8103 (messaging), their second replicas from 8111.
    var brokerPort: Int { gatewayPort + 11 }
    var controllerPort: Int { gatewayPort + 12 }
    func port(of service: PlatformService, replica: Int) -> Int { port(of: service.program, replica: replica) }
    func port(of program: PlatformProgram, replica: Int) -> Int { gatewayPort + 21 + program.portOffset + 10 * replica }

    /// Every port that is taken on this machine, with who takes it.
    func ports(broker: BrokerChoice) -> [(name: String, host: String, port: Int)] {
        var ports = [(name: "the gateway", host: host, port: gatewayPort)]
        for program in PlatformProgram.all {
            for replica in 0..<replicas { ports.append((program.memberName(replica), "127.0.0.1", port(of: program, replica: replica))) }
        }
        switch broker {
        case .embedded: ports.append(("the broker", "127.0.0.1", brokerPort))
        case .kafka: ports += [("the broker", "127.0.0.1", brokerPort), ("the broker's controller", "127.0.0.1", controllerPort)]
        case .running: break
        }
        return ports
    }

    func createDirectories() throws {
        for directory in [state, run, logs] { try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true) }
        try FileManager.default.createDirectory(atPath: secrets, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The checkout around this executable (it is built inside it), or around the working directory.
    static func findCheckout() -> String? {
        let executable = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        for start in [executable, FileManager.default.currentDirectoryPath] {
            var directory = URL(fileURLWithPath: start)
            while directory.path != "/" {
                if FileManager.default.fileExists(atPath: directory.appendingPathComponent("deploy/gateway/haproxy.cfg").path) { return directory.path }
                directory.deleteLastPathComponent()
            }
        }
        return nil
    }
}
