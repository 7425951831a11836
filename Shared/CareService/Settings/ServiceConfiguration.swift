import Foundation
import Kafka
import Outbox
import Postgres

/// What every service with a database needs, from `CARE_…` environment variables. Faults are collected in the environment; `ServiceMain`
/// reports all of them at once. Its name is the CloudEvents source and the beginning of each consumer group.
@dynamicMemberLookup
package struct ServiceConfiguration: Sendable {
    /// What it shares with those that keep nothing.
    package var serving: ServingConfiguration
    /// CARE_DATABASE_URL (a secret).
    package var database: PostgresConfiguration
    /// CARE_DATABASE_POOL_SIZE, 8 unless set.
    package var poolSize: Int
    /// CARE_DATABASE_READ_URL (a secret) and CARE_DATABASE_READ_PATIENCE: `ServiceConfiguration+Standbys.swift`.
    package var standbys: StandbySettings?
    /// CARE_KAFKA_…: `ServiceConfiguration+Kafka.swift`.
    package var kafka: KafkaConfiguration
    /// CARE_AUDIENCE, and CARE_JWKS_URL (`<issuer>/oauth/jwks` unless set).
    package var audience: String
    package var jwksURL: String
    /// CARE_JWKS_INTERVAL: how often the public keys are read, and so how long a withdrawn one is still taken at most, 30 s unless set.
    package var jwksInterval: Duration
    /// CARE_EVENT_KEYS_URL: where Auth publishes the keys that events are signed with; beside `jwksURL` unless set.
    package var eventKeysURL: String
    /// Where Auth publishes the origins of registered apps: beside `jwksURL`.
    package var originsURL: String
    /// Where a service gets a token of its own, beside the JWKS.
    package var tokenURL: String
    /// CARE_ACCESS_TOKEN_MAX_LIFETIME: what an access token may live, and so how long after its revocation a session is remembered, an
    /// hour unless set. No less than what Auth gives its access tokens.
    package var accessTokenLifetime: Duration
    /// CARE_ADMIN_SECOND_FACTOR: whether what is for admins is for those alone who have signed in with two factors.
    package var adminsNeedSecondFactor: Bool
    /// CARE_DPOP_NONCE_KEY (a secret): with it proofs of possession have to hold a nonce of ours.
    package var proofNonces: ProofNonces?
    /// CARE_CLOCK_OFFSET: how far the clock of the domain and its timers is ahead of the machine's (`2h`), or behind it (`-10m`). For
    /// tests of what takes hours; the times of tokens, ids, events and logs stay the machine's.
    package var clockOffset: Duration
    /// CARE_OUTBOX_BATCH, CARE_OUTBOX_POLL, CARE_OUTBOX_RETENTION.
    package var outbox = OutboxSettings()
    /// CARE_CONSUMER_TRIES, CARE_CONSUMER_CONCURRENCY, CARE_INBOX_RETENTION.
    package var consumers = ConsumerSettings()
    package var jobs = JobSettings()

    package init(name: String, _ environment: inout Environment) {
        serving = ServingConfiguration(name: name, &environment)
        database = Self.database(name, &environment)
        poolSize = environment.int("CARE_DATABASE_POOL_SIZE", default: 8, in: 2...200)
        standbys = Self.standbys(name, poolSize, &environment)
        kafka = Self.kafka(name, &environment)
        audience = environment.string("CARE_AUDIENCE", default: "careline")
        jwksURL = environment.string("CARE_JWKS_URL", default: serving.issuer + "/oauth/jwks")
        jwksInterval = environment.duration("CARE_JWKS_INTERVAL", default: .seconds(30))
        if jwksInterval < .seconds(1) || jwksInterval > .seconds(300) { environment.fail("CARE_JWKS_INTERVAL", "must be from 1 s to 300 s") }
        let beside = jwksURL.hasSuffix("/oauth/jwks") ? String(jwksURL.dropLast("/oauth/jwks".count)) : serving.issuer
        eventKeysURL = environment.string("CARE_EVENT_KEYS_URL", default: beside + "/oauth/event-keys")
        originsURL = beside + "/oauth/origins"
        tokenURL = beside + "/oauth/token"
        accessTokenLifetime = environment.duration("CARE_ACCESS_TOKEN_MAX_LIFETIME", default: .seconds(3600))
        adminsNeedSecondFactor = environment.bool("CARE_ADMIN_SECOND_FACTOR", default: true)
        proofNonces = ProofNonces(&environment)
        clockOffset = environment.offset("CARE_CLOCK_OFFSET")
        outbox.batch = environment.int("CARE_OUTBOX_BATCH", default: outbox.batch, in: 1...10_000)
        outbox.poll = environment.duration("CARE_OUTBOX_POLL", default: outbox.poll)
        outbox.retention = environment.duration("CARE_OUTBOX_RETENTION", default: outbox.retention)
        consumers.tries = environment.int("CARE_CONSUMER_TRIES", default: consumers.tries, in: 1...100)
        consumers.concurrency = environment.int("CARE_CONSUMER_CONCURRENCY", default: consumers.concurrency, in: 1...64)
        consumers.inboxRetention = environment.duration("CARE_INBOX_RETENTION", default: consumers.inboxRetention)
    }

    package subscript<Value>(dynamicMember path: WritableKeyPath<ServingConfiguration, Value>) -> Value {
        get { serving[keyPath: path] }
        set { serving[keyPath: path] = newValue }
    }

    /// The clock of the domain and its timers.
    package var now: @Sendable () -> Date {
        let offset = clockOffset.seconds
        return { Date().addingTimeInterval(offset) }
    }

    /// Checks tokens against the issuer's published keys.
    package func verifier() -> TokenVerifier {
        TokenVerifier(
            issuer: serving.issuer, audience: audience, longest: accessTokenLifetime, interval: jwksInterval, adminsNeedSecondFactor: adminsNeedSecondFactor,
            nonces: proofNonces, jwksURL: jwksURL)
    }

    /// The service's pool; connects when it is first used.
    package func pool() -> PostgresPool { PostgresPool(database, size: poolSize, standbys: standbys) }

    /// So that the other settings can still be looked at when the URL is faulty; never connected to.
    private static let placeholder = "postgres://nobody@127.0.0.1:1/none"

    private static func database(_ name: String, _ environment: inout Environment) -> PostgresConfiguration {
        let url = environment.secret("CARE_DATABASE_URL")
        if let configuration = database(name, url, "CARE_DATABASE_URL", &environment) { return configuration }
        guard let fallback = try? PostgresConfiguration(url: placeholder) else { preconditionFailure("the placeholder is a valid URL") }
        return fallback
    }

    /// Nil where the URL is none, of which the environment then knows; an empty one is another's fault, or nobody's.
    static func database(_ name: String, _ url: String, _ setting: String, _ environment: inout Environment) -> PostgresConfiguration? {
        guard !url.isEmpty else { return nil }
        guard var configuration = try? PostgresConfiguration(url: url) else {
            environment.fail(setting, "is no PostgreSQL URL, such as postgres://user:password@host:5432/care_\(name)")
            return nil
        }
        configuration.applicationName = "care-\(name)"
        configuration.prefersIndexes = true
        return configuration
    }
}
