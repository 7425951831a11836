import CareModels

/// A service, for who has never heard of it, and how many of its servers the gateway sends requests to.
struct ServiceState: Sendable, Equatable {
    /// What the gateway says: `auth=1 scheduling=2`.
    static let header = "Care-Servers"

    var name: Text
    var purpose: Text
    /// Nil when nobody said.
    var servers: Int?

    private static let services: [(server: Substring, name: Text, purpose: Text)] = [
        ("auth", "Accounts", "People sign up, log in and leave; apps ask for their consent (OAuth 2.1, OpenID Connect)."),
        ("scheduling", "Scheduling", "Clinicians' hours, free times, appointments that nobody can book twice."),
        ("messaging", "Messaging", "Conversations with files, notifications, and a live stream of what is new."),
        ("health", "Health monitor", "Resting heart rates, alerts above a boundary, reminders of medication."),
        ("ers", "Emergency rooms", "The nearest one that is open, without a login."),
        ("records", "Records", "A person's health records in FHIR, encrypted under a key of their own."),
        ("webhooks", "Webhooks", "Events, signed, to the addresses of the operator's own back-ends.")
    ]

    /// All of them, with what the header says of each.
    static func all(_ header: String?) -> [ServiceState] {
        var counts: [Substring: Int] = [:]
        for part in (header ?? "").split(separator: " ").prefix(20) {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2, let count = Int(pair[1]), count >= 0 { counts[pair[0]] = count }
        }
        return services.map { ServiceState(name: $0.name, purpose: $0.purpose, servers: counts[$0.server]) }
    }

    /// In a word, and the style's class.
    var word: (text: Text, style: String) {
        switch servers {
        case nil: ("not known", "")
        case 0: ("away", "down")
        case 1: ("runs", "up")
        case let servers?: ("runs, \(servers) of it", "up")
        }
    }
}
