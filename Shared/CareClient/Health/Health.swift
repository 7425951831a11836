import CareModels
import Foundation

/// Resting heart rates, what they show, and the alerts that they raise.
public struct Health: Sendable {
    let core: Core

    public struct HeartRate: Codable, Hashable, Sendable {
        public var at: Date
        public var bpm: Double

        public init(_ bpm: Double, at instant: Date) {
            at = instant
            self.bpm = bpm
        }
    }

    /// How the heart rate is, by the days of the patient's time zone.
    public struct Summary: Codable, Equatable, Sendable {
        public struct Day: Codable, Equatable, Sendable {
            public var date: LocalDate
            public var average: Double?
            public var count: Int
        }

        public var latest: HeartRate?
        public var boundary: Double?
        public var timeZone: String
        public var today: LocalDate
        /// Today and the six days before, oldest first.
        public var series: [Day]
        public var sevenDayAverage: Double?
        /// Dates on which the medication was not taken when asked, newest first.
        public var warnings: [LocalDate]
        public var lastTakenAt: Date?
    }

    public struct Alert: Codable, Equatable, Identifiable, Sendable {
        public struct Answer: Codable, Equatable, Sendable {
            public var taken: Taken
            public var remindInHours: Int?
            public var answeredAt: Date
        }

        public struct Reminder: Codable, Equatable, Sendable {
            public var id: ReminderID
            public var dueAt: Date
            public var firedAt: Date?
            public var cancelledAt: Date?
        }

        public var id: AlertID
        public var version: Int
        public var raisedAt: Date
        /// In the person's language.
        public var text: String
        public var heartRate: HeartRate
        public var boundary: Double
        public var answer: Answer?
        public var reminder: Reminder?
    }

    public enum Taken: String, Codable, Sendable { case yes, no }

    // MARK: Watching

    public func summary() -> Watch<Summary> { watch("summary") }

    /// How the person is watched.
    public func settings() -> Watch<Settings> { watch("settings") }

    /// Latest first.
    public func alerts() -> Watch<Listed<Alert>> {
        core.lists.watch(
            PagedList<Alert>(
                collection: Self.collections + "alerts", key: { $0.id.description }, position: { $0.raisedAt.milliseconds }, call: .get("/health/alerts")))
    }

    /// The latest due first: those to come and those of the past.
    public func reminders() -> Watch<Listed<Reminder>> {
        core.lists.watch(
            PagedList<Reminder>(
                collection: Self.collections + "reminders", key: { $0.id.description }, position: { $0.dueAt.milliseconds }, call: .get("/health/reminders")))
    }

    private func watch<Value: Codable & Sendable>(_ name: String) -> Watch<Value> {
        let core = core
        return core.lists.watch(one: Self.collections + name) { try await core.api.fetch(Value.self, .get("/health/\(name)")) }
    }

    // MARK: Changing, which needs the network

    /// All of them, as long as nobody has changed them since they were read: an answer `yes` may raise the boundary.
    @discardableResult
    public func change(_ settings: Settings) async throws -> Settings {
        var call = try Call.put("/health/settings", settings.draft)
        call.ifMatch = "\"\(settings.version)\""
        let sent = call
        return try await core.changing(Self.collections) { try await core.api.fetch(Settings.self, sent, patience: .once) }
    }

    /// The average of the seven days becomes the boundary.
    @discardableResult
    public func useSevenDayAverage(key: UUID = .v7()) async throws -> Settings {
        let call = Call(method: "POST", path: "/health/settings/seven-day-average", idempotencyKey: key.lowercaseText)
        return try await core.changing(Self.collections) { try await core.api.fetch(Settings.self, call, patience: .attempts(5)) }
    }

    /// The medication was taken just now, without an alert that asks. Later would not be now, so it is not kept for later.
    public func took(key: UUID = .v7()) async throws {
        let call = Call(method: "POST", path: "/health/intakes", idempotencyKey: key.lowercaseText)
        try await core.changing(Self.collections) { _ = try await core.api.send(call, patience: .attempts(5)) }
    }

    /// At most 24 hours ahead.
    @discardableResult
    public func move(_ reminder: ReminderID, to instant: Date) async throws -> Reminder {
        var call = try Call.put("/health/reminders/\(reminder)", ["dueAt": RFC3339.format(instant)])
        call.method = "PATCH"
        let sent = call
        return try await core.changing(Self.collections) { try await core.api.fetch(Reminder.self, sent) }
    }

    public func cancel(_ reminder: ReminderID) async throws {
        try await core.changing(Self.collections) { _ = try await core.api.send(Call(method: "DELETE", path: "/health/reminders/\(reminder)")) }
    }

    // MARK: Telling

    /// Kept until they could be sent, in order. The same heart rate may be given any number of times: one is kept for an instant.
    public func record(_ heartRates: [HeartRate]) async throws {
        // As many as the server takes at once.
        for start in stride(from: 0, to: heartRates.count, by: 500) {
            let items = heartRates[start..<min(start + 500, heartRates.count)].map { NewHeartRate(at: $0.at, bpm: $0.bpm, kind: "resting") }
            try await send(try .post("/health/heart-rates", ["items": items]))
        }
    }

    /// Kept until it could be said.
    public func answer(_ alert: AlertID, taken: Taken, remindInHours: Int? = nil) async throws {
        try await send(try .post("/health/alerts/\(alert)/answer", NewAnswer(taken: taken, remindInHours: remindInHours)))
    }

    /// What was given and is not sent yet, or was refused.
    public struct Unsent: Equatable, Identifiable, Sendable {
        public var id: UUID
        public var givenAt: Date
        public var delivery: Delivery
    }

    public func unsent() async throws -> [Unsent] {
        try await caring {
            try await core.outbox.pending(Self.lane).map { Unsent(id: $0.item.id, givenAt: $0.item.createdAt, delivery: $0.delivery) }
        }
    }

    /// Sends once more what was refused.
    public func retry(_ unsent: Unsent) async throws { try await caring { try await core.outbox.retry(unsent.id, lane: Self.lane) } }

    /// False when it is on its way, or was sent.
    public func cancel(_ unsent: Unsent) async throws -> Bool { try await caring { try await core.outbox.cancel(unsent.id, lane: Self.lane) } }

    private func send(_ call: Call) async throws {
        let item = OutboxItem(id: UUID.v7(), call: call, createdAt: core.api.clock.now())
        try await caring { try await core.outbox.add(item, lane: Self.lane) }
    }

    static let collections = "health/"
    static let lane = "health/all"

    /// What was sent changes the summary and the alerts.
    static func settle(_ watchers: Watchers) -> Outbox.Settle { { _, _ in await watchers.tell(.outdated, about: collections) } }

    private struct NewHeartRate: Encodable {
        var at: Date
        var bpm: Double
        var kind: String
    }

    private struct NewAnswer: Encodable {
        var taken: Taken
        var remindInHours: Int?
    }
}
