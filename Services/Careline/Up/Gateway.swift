import Glibc

/// HAProxy with deploy/gateway/haproxy.cfg, pointed at this platform's services.
struct Gateway {
    var layout: Layout
    var inherited: [String: String]
    var issuer: String

    func member(haproxy: String) -> Crew.Member {
        Crew.Member(
            name: "gateway", stage: .gateway,
            launch: Launch(
                executable: haproxy, arguments: ["-db", "-f", layout.checkout + "/deploy/gateway/haproxy.cfg"],
                environment: environment, directory: layout.state, log: layout.log("gateway"), signalWhenOrphaned: "TERM"),
            readiness: .http(port: layout.gatewayPort, path: "/healthz"),
            // Lets requests under way finish; HAProxy's own hard stop comes after CARE_GATEWAY_DRAIN.
            stopSignal: SIGUSR1,
            // HAProxy 3.0.11 could be made to spin by a request. The rule against it is in its configuration; this is for the next one.
            watch: StallDetector.Policy())
    }

    var environment: [String: String] {
        var environment = inherited.filter { HandedOn.surroundings($0.key) || HandedOn.settingsOfGateway($0.key) }
        environment["CARE_GATEWAY_HOST"] = layout.host
        environment["CARE_GATEWAY_PORT"] = "\(layout.gatewayPort)"
        environment["CARE_GATEWAY_DRAIN"] = inherited["CARE_GATEWAY_DRAIN"] ?? "3s"
        environment["CARE_ISSUER"] = issuer
        for program in PlatformProgram.all {
            for replica in 0..<layout.replicas {
                environment["CARE_\(program.name.uppercased())_SERVER_\(replica + 1)"] = "127.0.0.1:\(layout.port(of: program, replica: replica))"
            }
        }
        return environment
    }
}
