import CareModels
import CareService
import Foundation
import HTTP
import Outbox
import Postgres
import Synchronization
import Telemetry

/// Delivers what is due: of each key one event at a time, of each webhook a few, of each client its share, of all together many, so that a receiver that is
/// slow or away has its own few requests waiting and nobody else's.
final class Courier: ServicePart {
    /// At once, in one replica.
    static let most = 256
    static let mostPerWebhook = 4
    /// Beyond a request's deadline, for what is written down after it.
    private static let leaseMargin: TimeInterval = 30

    let name = "courier"
    private let pool: PostgresPool
    private let sender: Sender
    private let lease: LeaseDeliveries
    private let finish: FinishDelivery
    private let poll: Duration
    private let now: @Sendable () -> Date
    private let wake: Wake
    private let isStopping = StopFlag()
    private let busy = Mutex(UnderWay())
    /// Answers may come all at once; the pool is others' too.
    private let writing = Turns<Int>(atOnce: 3, waiting: Courier.most, patience: .seconds(20))

    init(_ dependencies: Dependencies, poll: Duration = .milliseconds(500)) {
        pool = dependencies.pool
        sender = dependencies.sender
        wake = dependencies.wake
        now = dependencies.now
        let seconds = TimeInterval(dependencies.settings.deadline.components.seconds)
        lease = LeaseDeliveries(seals: dependencies.seals, leaseTime: seconds + Self.leaseMargin, now: dependencies.now, newID: dependencies.newID)
        finish = FinishDelivery(now: dependencies.now, newID: dependencies.newID, jitter: { Double.random(in: 0...1) })
        self.poll = poll
    }

    /// Shown from the start: the first webhook that is disabled is a rise from 0.
    func start() async throws {
        for reason in Webhook.Reason.allCases { WebhookMetrics.disabled(reason.rawValue).add(0) }
    }

    func run() async throws {
        async let measuring: Void = measure()
        await withDiscardingTaskGroup { group in
            while !isOver {
                let due = await due()
                for delivery in due {
                    group.addTask { await self.deliver(delivery) }
                }
                if due.isEmpty { await wake.wait(poll) }
            }
        }
        await measuring
    }

    func stop() async {
        isStopping.set()
        wake.raise()
    }

    private var isOver: Bool { isStopping.isSet || Task.isCancelled }

    /// Empty when nothing is due or may be sent now; also when the database cannot be asked.
    private func due() async -> [LeasedDelivery] {
        let room = busy.withLock { LaneRoom(total: Self.most - $0.total, busy: $0, perWebhook: Self.mostPerWebhook) }
        guard room.total > 0 else { return [] }
        do {
            let leased = try await pool.transaction { tx in try await lease(room, tx) }
            if leased.unopened > 0 {
                Log.error("deliveries wait whose event or secret does not open: is a master key missing?", ["count": String(leased.unopened)])
            }
            busy.withLock { busy in
                for delivery in leased.deliveries { busy.begin(delivery.webhookID, of: delivery.clientID) }
            }
            return leased.deliveries
        } catch {
            Log.warning("deliveries cannot be leased; trying again", ["error": ErrorLabel.of(error)])
            try? await Task.sleep(for: .seconds(1))
            return []
        }
    }

    private func deliver(_ delivery: LeasedDelivery) async {
        let (answered, took) = await sender.send(delivery.event, to: delivery.url, signedBy: delivery.secrets)
        WebhookMetrics.took.observe(took.seconds)
        do {
            let verdict = try await writing.take(0) {
                try await pool.transaction { tx in try await finish(delivery, answered, took: took, tx) }
            }
            if let verdict { tell(verdict, delivery) }
        } catch {
            // It is sent again when the lease is over: at least once.
            Log.warning("a delivery cannot be written down", ["webhook": delivery.webhookID.description, "error": ErrorLabel.of(error)])
        }
        busy.withLock { $0.end(delivery.webhookID, of: delivery.clientID) }
        wake.raise()
    }

    private func tell(_ verdict: Verdict, _ delivery: LeasedDelivery) {
        WebhookMetrics.attempts(verdict.outcome.rawValue).add()
        let fields = ["webhook": delivery.webhookID.description, "event": delivery.event.id.description, "type": delivery.event.type]
        switch verdict {
        case .delivered, .retried: break
        case .gaveUp: Log.warning("an event could not be delivered for three days and is given up", fields)
        case .disabled(let reason):
            WebhookMetrics.disabled(reason.rawValue).add()
            Log.warning("a webhook is disabled", fields.merging(["reason": reason.rawValue]) { _, new in new })
        }
    }

    /// Counts what waits, every 15 s.
    private func measure() async {
        var next = ContinuousClock.now
        while !isOver {
            if ContinuousClock.now >= next {
                next = .now + .seconds(15)
                if let (count, oldest) = try? await pool.withConnection({ try await $0.waitingDeliveries() }) {
                    WebhookMetrics.waiting.set(Double(count))
                    WebhookMetrics.oldest.set(oldest.map { max(0, now().timeIntervalSince($0)) } ?? 0)
                }
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }
}
