import CareModels
import Foundation
import Kafka
import Postgres
import Synchronization
import Telemetry

/// Publishes the outbox: one relay per database at a time, under a session advisory lock on a connection of its own. Every
/// replica runs one; those without the lock forward wake-ups to the one that has it and take over when it dies.
///
/// Order per key: rows are read in position order, one batch is in the broker's hands at a time, and a record that failed
/// holds back the later ones of its key. Nothing is skipped. A crash between the acknowledgement and the mark sends a batch
/// again: at least once, and the first occurrences are in order.
package final class OutboxRelay: Sendable {
    /// The second key of `pg_try_advisory_lock(int, int)`; the first is the kit's own number.
    static let lockKey = (AdvisoryLock.careline, Int32(1))
    static let channel = "careline_outbox"

    package let name = "relay"
    private let database: PostgresConfiguration
    private let producer: EventProducer
    private let source: [UInt8]
    private let settings: OutboxSettings
    private let seal: EventSeal?
    private let tracer: Tracer
    private let wake = Wake()
    private let state = Mutex(State())

    private struct State {
        var isHolder = false
        var isStopping = false
    }

    /// True while this replica is the one that publishes.
    package var isHolder: Bool { state.withLock(\.isHolder) }

    package init(
        database: PostgresConfiguration, producer: EventProducer, service: String, settings: OutboxSettings = OutboxSettings(),
        seal: EventSeal? = nil, tracer: Tracer = .off
    ) {
        self.database = database
        self.producer = producer
        self.source = Array("/careline/\(service)".utf8)
        self.settings = settings
        self.seal = seal
        self.tracer = tracer
    }

    /// Shown from the start: where no replica ever gets the lock, the sum over them is 0.
    package func start() async throws { RelayMetrics.isHolder.set(0) }

    /// Runs until `stop`, which publishes what is left first if this replica holds the lock.
    package func run() async throws {
        var configuration = database
        configuration.applicationName = database.applicationName + "-relay"
        // One for the lock and the queue, one for what must not wait for them.
        let pool = PostgresPool(configuration, size: 2)
        let listener = PostgresListener(configuration, channels: [Self.channel])
        let listening = Task { [wake] in
            while await listener.next() != nil { wake.raise() }
        }
        let reporting = Task { try await self.reportBacklog(pool) }
        let result = await CommitSignal.outbox.waking(wake) {
            await Result.capture { try await self.relay(pool) }
        }
        reporting.cancel()
        await listener.close()
        await listening.value
        _ = await reporting.result
        await pool.close()
        try result.get()
    }

    package func stop() async {
        state.withLock { $0.isStopping = true }
        wake.raise()
    }

    private var isStopping: Bool { state.withLock(\.isStopping) || Task.isCancelled }

    /// Takes the lock whenever it is free; a lost connection loses the lock too, so the work begins again from the top.
    private func relay(_ pool: PostgresPool) async throws {
        let backoff = Backoff(first: .milliseconds(100), most: .seconds(2))
        var failures = 0
        while !isStopping {
            do {
                let hadLock = try await pool.withConnection { connection in try await self.publishWhileHolding(connection) }
                failures = 0
                if !hadLock { await standBy(pool) }
            } catch {
                failures += 1
                RelayMetrics.failures.add()
                Log.warning("relay interrupted", ["error": ErrorLabel.of(error)])
                await wake.wait(backoff.jittered(after: failures))
            }
        }
    }

    /// Without the lock: passes wake-ups on to the holder, wherever it is, and comes back to try for the lock.
    private func standBy(_ pool: PostgresPool) async {
        let clock = ContinuousClock()
        let again = clock.now + settings.takeover
        while !isStopping, clock.now < again {
            let before = clock.now
            await wake.wait(again - before)
            guard !isStopping, clock.now < again else { return }
            // Here and not in the writer's transaction: NOTIFY serialises the commits of those that use it.
            _ = try? await pool.withConnection { connection in
                try await connection.query("SELECT set_config('synchronous_commit', 'off', true), pg_notify(\(Self.channel), '')")
            }
            try? await Task.sleep(for: settings.notifyInterval)
        }
    }

    /// False when another session has the lock; otherwise returns once stopping, having published what was there.
    private func publishWhileHolding(_ connection: PostgresConnection) async throws -> Bool {
        guard try await connection.tryAdvisoryLock(Self.lockKey) else { return false }
        state.withLock { $0.isHolder = true }
        RelayMetrics.isHolder.set(1)
        Log.info("relay holds the lock")
        defer {
            state.withLock { $0.isHolder = false }
            RelayMetrics.isHolder.set(0)
        }
        let published = await Result.capture {
            try await connection.prepareForRelay()
            try await publish(connection)
        }
        // Also after a failure that the connection survives: it goes back to the pool, and a lock kept there would shut out every
        // relay, this one's next try on another connection too.
        let released = await Result.capture { try await connection.releaseAdvisoryLock(Self.lockKey) }
        try published.get()
        try released.get()
        return true
    }

    private func publish(_ connection: PostgresConnection) async throws {
        let clock = ContinuousClock()
        var queue = RelayQueue()
        while true {
            RelayMetrics.heldKeys.set(Double(queue.holds.keyCount))
            queue.holds.release(now: clock.now)
            let batch = try await queue.read(connection, limit: settings.batch, beingSent: [])
            if batch.isEmpty {
                if isStopping { return }
                if !queue.holds.holdsEverything { queue.holds.foundNothing() }
                let release = queue.holds.nextRelease.map { $0 - clock.now } ?? settings.poll
                await wake.wait(min(max(release, .zero), settings.poll))
                continue
            }
            try await send(batch, &queue, connection)
            if isStopping, queue.holds.nextRelease != nil { return }
        }
    }

    /// Sends batch after batch while there are any: the next one is read, and the one before it marked, while the broker
    /// works on the current one.
    private func send(_ first: [OutboxRow], _ queue: inout RelayQueue, _ connection: PostgresConnection) async throws {
        let clock = ContinuousClock()
        var (batch, records) = queue.records(of: traced(queue.sendable(first, now: clock.now)), source: source, seal: seal, now: clock.now)
        var acknowledged: [Int] = []
        while !batch.isEmpty {
            let began = clock.now
            async let sending = producer.send(records)
            let next: [OutboxRow]
            do {
                let pause = RelayQueue.pause(after: batch.count, limit: settings.batch)
                if pause > .zero, !isStopping { try await Task.sleep(for: pause) }
                try await queue.mark(acknowledged, connection)
                acknowledged = []
                queue.holds.release(now: clock.now)
                next = try await queue.read(connection, limit: settings.batch, beingSent: batch.map(\.position))
            } catch {
                _ = await sending
                throw error
            }
            let results = await sending
            acknowledged = queue.settle(batch, results, now: clock.now)
            record(batch, results, took: clock.now - began)
            RelayMetrics.batches.observe((clock.now - began).seconds)
            let sendable = traced(queue.sendable(next.filter { !queue.holds.holds($0.key) }, now: clock.now))
            (batch, records) = queue.records(of: sendable, source: source, seal: seal, now: clock.now)
        }
        try await queue.mark(acknowledged, connection)
    }

    /// Gives each event of a recorded trace the span of its sending, which its consumers go on from.
    private func traced(_ batch: [OutboxRow]) -> [OutboxRow] {
        guard tracer.isOn else { return batch }
        return batch.map { row in
            var row = row
            row.span = tracer.step(of: row.traceparent)
            return row
        }
    }

    private func record(_ batch: [OutboxRow], _ results: [Result<KafkaDelivery, KafkaError>], took: Duration) {
        guard tracer.isOn else { return }
        for (row, result) in zip(batch, results) {
            guard let span = row.span else { continue }
            var error: String?
            if case .failure(let failure) = result { error = failure.name }
            tracer.record(span, .sending(row.type, to: row.topic), took: took, error: error)
        }
    }

    /// Also while the broker is away and the relay waits for it.
    private func reportBacklog(_ pool: PostgresPool) async throws {
        while true {
            try await Task.sleep(for: .seconds(5))
            guard isHolder else { continue }
            guard let backlog = try? await pool.withConnection({ try await $0.outboxBacklog() }) else { continue }
            let age = backlog.oldest.map { max(0, Date().timeIntervalSince($0)) } ?? 0
            RelayMetrics.backlog.set(Double(backlog.count))
            RelayMetrics.oldest.set(age)
        }
    }
}
