import Foundation
import HTTP
import Kafka
import Outbox
import Postgres
import Telemetry

/// What every service needs, from `CARE_…` environment variables. Faults are collected in the environment; `ServiceMain` reports
/// all of them at once.
package struct ServiceConfiguration: Sendable {
    /// `auth`, `scheduling`: the CloudEvents source and the beginning of each consumer group.
    package var name: String
    /// CARE_DATABASE_URL (a secret).
    package var database: PostgresConfiguration
    /// CARE_DATABASE_POOL_SIZE, 8 unless set.
    package var poolSize: Int
    /// CARE_KAFKA_…: `ServiceConfiguration+Kafka.swift`.
    package var kafka: KafkaConfiguration
    /// CARE_HTTP_HOST, CARE_HTTP_PORT (0 takes a free one), CARE_TRUSTED_PROXIES (addresses and ranges, comma-separated),
    /// CARE_BODY_MEMORY_MIB (half of the memory limit, at most 1 GiB, unless set) and CARE_BODY_RATE (bytes a second).
    package var http: HTTPServerConfiguration
    /// CARE_ISSUER, CARE_AUDIENCE, and CARE_JWKS_URL (`<issuer>/oauth/jwks` unless set).
    package var issuer: String
    package var audience: String
    package var jwksURL: String
    /// CARE_JWKS_INTERVAL: how often the public keys are read, and so how long a withdrawn one is still taken at most, 30 s unless set.
    package var jwksInterval: Duration
    /// CARE_EVENT_KEYS_URL: where Auth publishes the keys that events are signed with; beside `jwksURL` unless set.
    package var eventKeysURL: String
    /// CARE_ACCESS_TOKEN_MAX_LIFETIME: what an access token may live, and so how long after its revocation a session is remembered, an
    /// hour unless set. No less than what Auth gives its access tokens.
    package var accessTokenLifetime: Duration
    /// CARE_LOG_LEVEL: `debug`, `info` (unless set), `warning` or `error`.
    package var logLevel: Log.Level
    /// CARE_STOP_DEADLINE: from the signal to the end of the process, 20 s unless set.
    package var stopDeadline: Duration
    /// CARE_STOP_DELAY: from the failed readiness to the drain, none unless set; what a load balancer needs to notice.
    package var stopDelay: Duration
    /// CARE_OTLP_ENDPOINT and CARE_TRACE_RATIO.
    package var traces: TraceSettings
    /// CARE_CLOCK_OFFSET: how far the clock of the domain and its timers is ahead of the machine's (`2h`), or behind it (`-10m`). For
    /// tests of what takes hours; the times of tokens, ids, events and logs stay the machine's.
    package var clockOffset: Duration
    /// CARE_OUTBOX_BATCH, CARE_OUTBOX_POLL, CARE_OUTBOX_RETENTION.
    package var outbox = OutboxSettings()
    /// CARE_CONSUMER_TRIES, CARE_CONSUMER_CONCURRENCY, CARE_INBOX_RETENTION.
    package var consumers = ConsumerSettings()
    package var jobs = JobSettings()

    package init(name: String, _ environment: inout Environment) {
        self.name = name
        database = Self.database(name, &environment)
        poolSize = environment.int("CARE_DATABASE_POOL_SIZE", default: 8, in: 2...200)
        kafka = Self.kafka(name, &environment)
        http = Self.http(&environment)
        issuer = environment.string("CARE_ISSUER", default: http.issuer)
        http.issuer = issuer
        audience = environment.string("CARE_AUDIENCE", default: "careline")
        jwksURL = environment.string("CARE_JWKS_URL", default: issuer + "/oauth/jwks")
        jwksInterval = environment.duration("CARE_JWKS_INTERVAL", default: .seconds(30))
        if jwksInterval < .seconds(1) || jwksInterval > .seconds(300) { environment.fail("CARE_JWKS_INTERVAL", "must be from 1 s to 300 s") }
        let beside = jwksURL.hasSuffix("/oauth/jwks") ? String(jwksURL.dropLast("/oauth/jwks".count)) : issuer
        eventKeysURL = environment.string("CARE_EVENT_KEYS_URL", default: beside + "/oauth/event-keys")
        accessTokenLifetime = environment.duration("CARE_ACCESS_TOKEN_MAX_LIFETIME", default: .seconds(3600))
        logLevel = Self.logLevel(&environment)
        stopDeadline = environment.duration("CARE_STOP_DEADLINE", default: .seconds(20))
        stopDelay = environment.duration("CARE_STOP_DELAY", default: .zero)
        traces = TraceSettings(&environment)
        clockOffset = environment.offset("CARE_CLOCK_OFFSET")
        outbox.batch = environment.int("CARE_OUTBOX_BATCH", default: outbox.batch, in: 1...10_000)
        outbox.poll = environment.duration("CARE_OUTBOX_POLL", default: outbox.poll)
        outbox.retention = environment.duration("CARE_OUTBOX_RETENTION", default: outbox.retention)
        consumers.tries = environment.int("CARE_CONSUMER_TRIES", default: consumers.tries, in: 1...100)
        consumers.concurrency = environment.int("CARE_CONSUMER_CONCURRENCY", default: consumers.concurrency, in: 1...64)
        consumers.inboxRetention = environment.duration("CARE_INBOX_RETENTION", default: consumers.inboxRetention)
    }

    /// The clock of the domain and its timers.
    package var now: @Sendable () -> Date {
        let offset = clockOffset.seconds
        return { Date().addingTimeInterval(offset) }
    }

    /// Checks tokens against the issuer's published keys.
    package func verifier() -> TokenVerifier {
        TokenVerifier(issuer: issuer, audience: audience, longest: accessTokenLifetime, interval: jwksInterval, jwksURL: jwksURL)
    }

    /// The service's pool; connects when it is first used.
    package func pool() -> PostgresPool { PostgresPool(database, size: poolSize) }

    /// So that the other settings can still be looked at when the URL is faulty; never connected to.
    private static let placeholder = "postgres://nobody@127.0.0.1:1/none"

    private static func database(_ name: String, _ environment: inout Environment) -> PostgresConfiguration {
        let url = environment.secret("CARE_DATABASE_URL")
        var configuration: PostgresConfiguration
        do {
            configuration = try PostgresConfiguration(url: url)
        } catch {
            if !url.isEmpty {
                environment.fail("CARE_DATABASE_URL", "is no PostgreSQL URL, such as postgres://user:password@host:5432/care_\(name)")
            }
            guard let fallback = try? PostgresConfiguration(url: placeholder) else { preconditionFailure("the placeholder is a valid URL") }
            configuration = fallback
        }
        configuration.applicationName = "care-\(name)"
        return configuration
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
        return configuration
    }
}
