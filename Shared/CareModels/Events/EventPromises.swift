/// Something that whoever listens to an event may rely on.
public struct EventPromise: Sendable {
    public let name: String
    public let text: String
}

extension EventEntry {
    /// For its page: what its type, its topic and its place in the code say of it.
    public var promises: [EventPromise] {
        [
            EventPromise(name: "order", text: order), EventPromise(name: "versions", text: versions), EventPromise(name: "duplicates", text: duplicates),
            EventPromise(name: "erasure", text: erasure), EventPromise(name: "retention", text: retention),
            EventPromise(name: "protection", text: protection), EventPromise(name: "since", text: "Release \(event.since).")
        ]
    }

    /// It tells how something is, and of nothing that happened.
    public var isSnapshot: Bool { type.hasSuffix(".snapshot.v1") }

    private var subject: String {
        switch type {
        case FeedTyping.type: "one person's part in one conversation"
        case AppWithdrawn.type: "the withdrawal"
        default: "the \(topic.subject)"
        }
    }

    private var erasure: String {
        if isSnapshot { return "Who was erased is in none." }
        return type == AppWithdrawn.type ? Topic.erasureElsewhere : topic.erasure
    }

    private var order: String {
        "The key is the id of \(subject). The events of one key come in the order in which they happened; between two keys there is no order."
    }

    private var versions: String {
        if isSnapshot { return "The version is that of the last event of \(subject): who has it, or a later one, passes over this." }
        return "1 for the first event of \(subject) in this topic, whatever its type, then one more each: a hole means that one was missed."
    }

    private var duplicates: String {
        let again = isSnapshot ? "; each run of `careline snapshot` tells it again, with another `ce_id`" : ""
        return "It may come more than once with the same `ce_id`: keep those that you have handled\(again)."
    }

    private var retention: String {
        let late =
            EventCatalog.all.contains { $0.topic == topic && $0.isSnapshot }
            ? "Who begins later asks for `careline snapshot \(topic.rawValue)`." : "Of this topic there is no snapshot."
        let kept = topic == .users && type != AppWithdrawn.type ? "for a week, and the last of each user for 30 days" : "for 30 days"
        return "The topic keeps it \(kept), unless its cluster was set otherwise; for seven days `careline replay` can send it again. \(late)"
    }

    private var protection: String {
        if event.isSigned { return "It is signed: do nothing that it asks for before you have checked `ce_signature`. It holds ids and times." }
        if type == ObservationMeasured.type {
            return
                "It holds a value of somebody's health, sealed under a key of the person's, which Records gives to whom the operator trusts with it and which dies with the account; what was measured and when is plain JSON. Until it is sent its publisher keeps all of it sealed."
        }
        if type == SubscriptionHookNotified.type {
            return
                "It may say which records a subscription told of, by their ids, which is next to a value of somebody's health. Until it is sent its publisher keeps it sealed; in the topic it is plain JSON, for Webhooks."
        }
        if type == AppWithdrawn.type {
            return
                "It is neither sealed nor signed, and holds no health data: ids and times. Which app a person had let in is their own: nobody should read it who does not need it."
        }
        if event.holdsHealthValue {
            return
                "It holds a value of somebody's health. Until it is sent its publisher keeps it sealed; in the topic it is plain JSON, which nobody should read who does not need it."
        }
        return "It is neither sealed nor signed, and holds no health data: \(topic.holds)."
    }
}

extension Topic {
    fileprivate static let erasureElsewhere = "Nothing comes under this key: remove what you keep about the person when `care.users.deleted.v1` names them."

    /// What comes here, or does not, when a person is erased.
    fileprivate var erasure: String {
        switch self {
        case .users: "`care.users.deleted.v1` comes as the last under this key: check its signature, then remove what you keep about the user."
        case .sessions: "The sessions of who is erased end, each with an event here."
        case .appointments: "What was ahead is cancelled, which comes here; of the rest remove what you keep about the person when `care.users.deleted.v1` names them."
        case .availability: "The hours of a provider who is erased are emptied, which comes as `care.availability.changed.v1`."
        case .conversations: "A patient's conversations are closed, which comes here; whoever else is erased leaves without an event. `care.users.deleted.v1` names them."
        case .heartRates, .alerts, .reminders, .messages, .records, .observations, .recordAccess, .subscriptions, .subscriptionHooks, .feed: Self.erasureElsewhere
        case .ers, .erSchedules: "It holds nothing of a person."
        case .organisations: "Whoever is erased leaves their organisations, which comes here; `care.users.deleted.v1` names them too."
        }
    }

    /// In events that hold nothing of anybody's health.
    fileprivate var holds: String {
        switch self {
        case .users: "ids, times, and what a user shows to others"
        case .ers, .erSchedules: "what is known of a public house"
        case .organisations: "ids, times, what an organisation and its teams are called, and who does what there"
        case .sessions, .appointments, .availability, .heartRates, .alerts, .reminders, .records, .observations, .recordAccess, .subscriptions,
            .subscriptionHooks, .conversations, .messages, .feed:
            "ids, times and kinds"
        }
    }
}
