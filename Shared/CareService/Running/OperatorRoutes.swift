import HTTP
import Telemetry

/// What probes and Prometheus read, on the service's own port; the gateway never routes to these.
enum OperatorRoutes {
    /// `measure` brings up to date what is only looked at when it is asked for.
    static func routes(_ readiness: Readiness, measure: @escaping @Sendable () -> Void = {}) -> [Route] {
        [
            .get("/livez", .anyone, operation: "livez") { _ in text("ok\n", type: "text/plain; charset=utf-8") },
            .get("/readyz", .anyone, operation: "readyz") { _ in
                let (report, isReady) = await readiness.report()
                return try .json(report, status: isReady ? .ok : .serviceUnavailable, headers: ["Cache-Control": "no-store"])
            },
            .get("/metrics", .anyone, operation: "metrics") { _ in
                measure()
                return text(Metrics.render(), type: "text/plain; version=0.0.4; charset=utf-8")
            }
        ].map { (route: Route) in route.probe() }
    }

    private static func text(_ text: String, type: String) -> Response {
        Response(.ok, headers: ["Content-Type": type, "Cache-Control": "no-store"], body: Array(text.utf8))
    }
}
