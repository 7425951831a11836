import HTTP
import Telemetry

/// What every process needs that serves, whether it keeps anything or not, from `CARE_…` environment variables.
package struct ServingConfiguration: Sendable {
    /// `auth`, `front-door`: in its logs, metrics and traces.
    package var name: String
    /// CARE_HTTP_HOST, CARE_HTTP_PORT (0 takes a free one), CARE_TRUSTED_PROXIES (addresses and ranges, comma-separated),
    /// CARE_BODY_MEMORY_MIB (half of the memory limit, at most 1 GiB, unless set), CARE_BODY_RATE (bytes a second),
    /// CARE_CALLER_REQUESTS_A_MINUTE and CARE_CALLER_WRITES_AT_ONCE.
    package var http: HTTPServerConfiguration
    /// CARE_ISSUER: the platform's public address.
    package var issuer: String
    /// CARE_LOG_LEVEL: `debug`, `info` (unless set), `warning` or `error`.
    package var logLevel: Log.Level
    /// CARE_STOP_DEADLINE: from the signal to the end of the process, 20 s unless set.
    package var stopDeadline: Duration
    /// CARE_STOP_DELAY: from the failed readiness to the drain, none unless set; what a load balancer needs to notice.
    package var stopDelay: Duration
    /// CARE_OTLP_ENDPOINT and CARE_TRACE_RATIO.
    package var traces: TraceSettings

    package init(name: String, _ environment: inout Environment) {
        self.name = name
        http = Self.http(&environment)
        issuer = environment.string("CARE_ISSUER", default: http.issuer)
        http.issuer = issuer
        logLevel = Self.logLevel(&environment)
        stopDeadline = environment.duration("CARE_STOP_DEADLINE", default: .seconds(20))
        stopDelay = environment.duration("CARE_STOP_DELAY", default: .zero)
        traces = TraceSettings(&environment)
    }

    private static func logLevel(_ environment: inout Environment) -> Log.Level {
        if let level = Log.Level(name: environment.string("CARE_LOG_LEVEL", default: "info")) { return level }
        environment.fail("CARE_LOG_LEVEL", "is none of debug, info, warning, error")
        return .info
    }

    private static func http(_ environment: inout Environment) -> HTTPServerConfiguration {
        let host = environment.string("CARE_HTTP_HOST", default: "127.0.0.1")
        var configuration = HTTPServerConfiguration(host: host, port: 0)
        let port = environment.string("CARE_HTTP_PORT")
        if let number = Int(port), (0...65_535).contains(number) {
            configuration.port = number
        } else if !port.isEmpty {
            environment.fail("CARE_HTTP_PORT", "is no port: 0 to 65535, and 0 takes a free one")
        }
        let proxies = environment.string("CARE_TRUSTED_PROXIES", default: "127.0.0.1,::1")
        if let trusted = TrustedProxies(parsing: proxies) {
            configuration.trustedProxies = trusted
        } else {
            environment.fail("CARE_TRUSTED_PROXIES", "holds something that is no address or CIDR range")
        }
        let mebibyte = 1 << 20
        let standard = max(32, min(1024, MemoryLimit.current() / 2 / mebibyte))
        configuration.bodyMemory = environment.int("CARE_BODY_MEMORY_MIB", default: standard, in: 8...65_536) * mebibyte
        configuration.bodyRate = environment.int("CARE_BODY_RATE", default: configuration.bodyRate, in: 1024...1 << 30)
        configuration.callerQuota = environment.int("CARE_CALLER_REQUESTS_A_MINUTE", default: configuration.callerQuota, in: 1...1_000_000_000)
        configuration.writesAtOnce = environment.int("CARE_CALLER_WRITES_AT_ONCE", default: configuration.writesAtOnce, in: 1...1000)
        return configuration
    }
}
