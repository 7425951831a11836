/// How the tables of a service lie on several PostgreSQLs under Citus (docs/scaling.md, "More than one primary").
struct Distribution: Sendable {
    enum Place: Sendable, Equatable {
        /// A row lies where the value of this column lies: of a person, else of a conversation, else of a content, so that what is written in one commit lies
        /// together as far as there is such a column.
        case spread(by: String)
        /// Few rows, on every node.
        case everywhere
        /// The node's own bookkeeping.
        case coordinator
        /// The release before writes to it, and the next one has it no more.
        case leaving
        /// It would have to be spread, and there is no column for it yet.
        case nowhere
    }

    let service: PlatformService
    let places: [String: Place]

    init(
        _ service: PlatformService, by columns: [String: [String]], everywhere: [String] = [], coordinator: [String] = [], leaving: [String] = [], nowhere: [String] = []
    ) {
        var places: [String: Place] = [:]
        for (column, tables) in columns { for table in tables { places[table] = .spread(by: column) } }
        for table in everywhere { places[table] = .everywhere }
        for table in coordinator { places[table] = .coordinator }
        for table in leaving { places[table] = .leaving }
        for table in nowhere { places[table] = .nowhere }
        (self.service, self.places) = (service, places)
    }

    /// The kit's tables, then the service's.
    private static func kit(
        _ service: PlatformService, by columns: [String: [String]], everywhere: [String] = [], coordinator: [String] = [], nowhere: [String] = []
    ) -> Distribution {
        let kit = ["caller": ["idempotency_keys"], "event_id": ["inbox_days"], "subject": ["outbox"], "key": ["timers"]]
        return Distribution(
            service, by: kit.merging(columns) { $0 + $1 }, everywhere: everywhere,
            coordinator: ["schema_migrations", "snapshots"] + coordinator, leaving: ["inbox"], nowhere: ["outbox_pending"] + nowhere)
    }

    func column(of table: String) -> String? {
        if case .spread(let column) = places[table] { column } else { nil }
    }

    /// Whether its rows are not all on one node.
    func isSpread(_ table: String) -> Bool { column(of: table) != nil || places[table] == .nowhere }

    /// Those that hold by far the most, of one person or one conversation each.
    static let all = [messaging, records, health]

    static let messaging = kit(
        .messaging,
        by: [
            "patient_id": ["care_relations"], "person_id": ["person_keys"], "id": ["conversations"],
            "conversation_id": ["participations", "departures", "invitations", "items"],
            "user_id": ["feeds", "feed_entries", "notifications", "stream_tickets"],
            "owner_id": ["blocks", "attachments", "attachment_storage"], "attachment_id": ["attachment_chunks", "attachment_renditions"]
        ], everywhere: ["people", "feed_epoch"])

    static let records = kit(
        .records,
        by: [
            "person_id": ["person_keys"],
            "owner_id": [
                "access_heads", "access_log", "app_data_keys", "consents", "contents", "overrides", "records", "record_exports", "record_receipts",
                "record_storage", "subscriptions", "uploads"
            ]
        ], everywhere: ["providers", "organisations", "organisation_members", "receipt_keys"],
        coordinator: ["access_lists", "access_list_pages"],
        nowhere: ["content_chunks", "content_renditions", "record_versions", "record_export_files", "subscription_events", "upload_chunks"])

    static let health = kit(
        .health,
        by: [
            "person_id": [
                "alerts", "evaluations", "heart_rates", "monitors", "observation_versions", "person_keys", "reminders", "withdrawn_heart_rates",
                "withdrawn_observations"
            ]
        ])
}
