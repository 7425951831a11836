/// Which topics a service writes and reads: what its user in a Kafka cluster may do, and no more.
public struct ServiceTopics: Sendable {
    /// As in its events' source and its consumer groups.
    public let service: String
    public let publishes: [Topic]
    /// In groups whose names begin with `<service>.`; what it cannot handle it parks.
    public let consumes: [Topic]
    /// By each replica for itself, outside any group.
    public let hears: [Topic]

    private init(_ service: String, publishes: [Topic], consumes: [Topic] = [], hears: [Topic] = [.sessions]) {
        self.service = service
        self.publishes = publishes
        self.consumes = consumes
        self.hears = hears
    }

    public static let all: [ServiceTopics] = [
        ServiceTopics("auth", publishes: [.users, .sessions, .organisations]),
        ServiceTopics("scheduling", publishes: [.appointments, .availability], consumes: [.users, .organisations]),
        ServiceTopics(
            "messaging", publishes: [.conversations, .messages, .feed], consumes: [.users, .appointments, .alerts, .reminders, .recordAccess, .subscriptions],
            hears: [.sessions, .feed]),
        ServiceTopics("health-monitor", publishes: [.heartRates, .alerts, .reminders], consumes: [.users, .observations]),
        ServiceTopics("er-directory", publishes: [.ers, .erSchedules]),
        ServiceTopics("records", publishes: [.records, .observations, .recordAccess, .subscriptions], consumes: [.users, .organisations, .subscriptionHooks]),
        // What only wakes the streams of Messaging is no news for anybody else.
        ServiceTopics("webhooks", publishes: [.subscriptionHooks], consumes: Topic.allCases.filter { $0 != .feed })
    ]

    public static func of(_ service: String) -> ServiceTopics? { all.first { $0.service == service } }
}
