import CareModels
import CareService

/// The webhooks' own settings.
struct WebhooksSettings: Sendable {
    /// Networks that deliveries may reach though they are not the public internet's: `CARE_WEBHOOKS_NETWORKS`, such as `10.1.0.0/16 127.0.0.0/8`.
    var networks: [IPNetwork] = []
    /// Certificates (PEM) that are believed instead of the system's: `CARE_WEBHOOKS_CA`.
    var authorities: String?
    /// How long events can be replayed, and the log of deliveries is kept: `CARE_WEBHOOKS_RETENTION`.
    var retention: Duration = .seconds(7 * 86_400)
    /// How many events may wait for one webhook before it is disabled: `CARE_WEBHOOKS_QUEUE`.
    var mostWaiting = 100_000
    /// How long a receiver may take to answer: `CARE_WEBHOOKS_DEADLINE`.
    var deadline: Duration = .seconds(10)

    init() {}

    init(_ environment: inout Environment) {
        let defaults = WebhooksSettings()
        networks = environment.networks("CARE_WEBHOOKS_NETWORKS")
        authorities = environment.file("CARE_WEBHOOKS_CA")
        retention = environment.duration("CARE_WEBHOOKS_RETENTION", default: defaults.retention)
        if retention < .seconds(4 * 86_400) { environment.fail("CARE_WEBHOOKS_RETENTION", "must be at least 4d: what cannot be delivered is tried for 3 days") }
        mostWaiting = environment.int("CARE_WEBHOOKS_QUEUE", default: defaults.mostWaiting, in: 100...10_000_000)
        deadline = environment.duration("CARE_WEBHOOKS_DEADLINE", default: defaults.deadline)
        if deadline < .seconds(1) || deadline > .seconds(30) { environment.fail("CARE_WEBHOOKS_DEADLINE", "must be from 1s to 30s") }
    }
}
