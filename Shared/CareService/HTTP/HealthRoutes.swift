import CareModels
import NIOHTTP1

/// `/livez`, `/readyz` and `/metrics`: on each service's own port, never routed by the gateway, not in the API's description.
public enum HealthRoutes {
    /// One dependency's answer to "can you work?"; `fault` says in our words why not, nil when it can.
    public struct Check: Sendable {
        let name: String
        let fault: @Sendable () async -> String?

        public init(_ name: String, fault: @escaping @Sendable () async -> String?) {
            self.name = name
            self.fault = fault
        }
    }

    private struct Report: Encodable {
        var status: String
        var faults: [String: String]?
    }

    /// Ready when no check has a fault. The checks run one after the other on every probe: each has to be quick and bounded.
    public static func routes(_ checks: [Check]) -> [Route] {
        let live = Route.get("/livez", .anyone, operation: "livez") { _ in try report([:]) }
        let ready = Route.get("/readyz", .anyone, operation: "readyz") { _ in
            var faults: [String: String] = [:]
            for check in checks { faults[check.name] = await check.fault() }
            return try report(faults)
        }
        let metrics = Route.get("/metrics", .anyone, operation: "metrics") { _ in
            Response(.ok, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"], body: Array(Metrics.render().utf8))
        }
        return [live, ready, metrics].map { route in
            var probe = route
            probe.isProbe = true
            return probe
        }
    }

    private static func report(_ faults: [String: String]) throws -> Response {
        let isWell = faults.isEmpty
        var headers = HTTPHeaders([("Cache-Control", "no-store")])
        if !isWell { headers.add(name: "Retry-After", value: "5") }
        let report = Report(status: isWell ? "ok" : "unavailable", faults: isWell ? nil : faults)
        return try .json(report, status: isWell ? .ok : .serviceUnavailable, headers: headers)
    }
}
