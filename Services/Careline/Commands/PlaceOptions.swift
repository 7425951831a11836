import ArgumentParser
import Foundation

/// Which platform on this machine is meant.
struct PlaceOptions: ParsableArguments {
    @Option(help: "Where the platform keeps its data, secrets and logs. Two platforms need two.")
    var state = ".careline"

    @Option(
        help:
            "The gateway's port. The others follow: the broker at +11, the services from +21. Default: that of the platform which runs from the state directory, else 8080."
    )
    var port: Int?

    @Option(help: "The address that the gateway listens on. 0.0.0.0 lets other machines in: give CARE_TLS_CERT and CARE_ISSUER then.")
    var host = "127.0.0.1"

    @Option(help: "How many of each service, 1 to 4. Default: as many as run, else 1.")
    var replicas: Int?

    func validate() throws {
        guard (1024...65000).contains(port ?? 8080) else { throw ValidationError("--port takes a number from 1024 to 65000") }
        guard (1...4).contains(replicas ?? 1) else { throw ValidationError("--replicas takes a number from 1 to 4") }
    }

    func layout() throws -> Layout {
        guard let checkout = Layout.findCheckout() else { throw ValidationError("the checkout with deploy/gateway was not found: run this from inside it") }
        let base = URL(fileURLWithPath: checkout, isDirectory: true)
        let absolute = state.hasPrefix("/") ? state : base.appendingPathComponent(state).path
        var layout = Layout(checkout: checkout, state: URL(fileURLWithPath: absolute).standardizedFileURL.path, host: host)
        let running = UpLock.holder(layout.lock)
        layout.gatewayPort = port ?? running?.gatewayPort ?? layout.gatewayPort
        layout.replicas = replicas ?? running?.replicas ?? layout.replicas
        return layout
    }
}
