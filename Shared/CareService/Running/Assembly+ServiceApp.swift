import HTTP
import Kafka
import Outbox
import Postgres
import Telemetry

extension Assembly {
    /// Traces, pool, producer, relay, consumers, jobs, the service's own parts, origins, http.
    init(_ app: ServiceApp) throws {
        let configuration = app.configuration
        let pool = app.pool
        let exporter = configuration.traces.exporter(of: configuration.name)
        let tracer = configuration.traces.tracer(to: exporter)
        let producer = try EventProducer(configuration.kafka)
        let relay = OutboxRelay(
            database: configuration.database, producer: producer, service: configuration.name, settings: configuration.outbox,
            seal: app.eventSeal, tracer: tracer)
        let checks = PlatformChecks(
            pool: pool, migrator: Migrator(app.migrations), readsFromStandbys: app.routes.contains { $0.isForStandby }, broker: { Self.brokerState(producer) },
            relay: { relay.isHolder })
        let readiness = Readiness { await checks.report() }
        let origins = RegisteredOrigins(
            issuer: configuration.issuer, interval: configuration.jwksInterval,
            fetch: app.registeredOrigins ?? RegisteredOrigins.published(at: configuration.originsURL))
        let server = HTTPServer(
            configuration.http, routes: app.routes + OperatorRoutes.routes(readiness) { PoolMetrics.update(pool) }, verifier: app.verifier,
            tracer: tracer, masterKeys: app.masterKeys, origins: CrossOrigin { origins.contains($0) })
        var parts: [any ServicePart] = exporter.map { [$0] } ?? []
        parts += [
            IdlePart("pool") { await pool.close() },
            IdlePart("producer") { await producer.close(timeout: configuration.stopDeadline / 4) },
            relay
        ]
        let revocations = Consumer.revokedSessions(app.verifier, tokenLifetime: configuration.accessTokenLifetime, tell: app.onRevoked)
        let eventVerifier = app.eventVerifier ?? EventVerifier(url: configuration.eventKeysURL)
        for consumer in [revocations] + app.consumers {
            parts.append(Self.part(consumer, configuration, pool, producer, eventVerifier, tracer))
        }
        let kit = Job.kit(configuration, now: app.now) + (app.eventSeal.map { [.resealEvents($0)] } ?? [])
        parts.append(JobRunner(kit + app.jobs, pool: pool, settings: configuration.jobs, tracer: tracer, now: app.now))
        parts += app.parts
        parts.append(IdlePart("origins", start: { origins.begin() }, stop: { origins.end() }))
        self.init(configuration.serving, server, readiness, after: parts)
    }

    private static func part(
        _ consumer: Consumer, _ configuration: ServiceConfiguration, _ pool: PostgresPool, _ producer: EventProducer,
        _ verifier: EventVerifier, _ tracer: Tracer
    ) -> any ServicePart {
        if let broadcast = BroadcastRunner(consumer, kafka: configuration.kafka, tracer: tracer) { return broadcast }
        let runner = ConsumerRunner(
            consumer, service: configuration.name, pool: pool, producer: producer, kafka: configuration.kafka,
            settings: configuration.consumers, verifier: verifier, tracer: tracer)
        guard let runner else { preconditionFailure("a consumer is either broadcast or not") }
        return runner
    }

    private static func brokerState(_ producer: EventProducer) -> String {
        if producer.reachesBroker == true { return "ok" }
        return switch producer.refusal {
        case .authentication: "authentication failed"
        case .tls: "TLS failed"
        case nil: producer.reachesBroker == nil ? "unknown" : "unreachable"
        }
    }
}
