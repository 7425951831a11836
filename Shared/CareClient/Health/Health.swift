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

    public func summary() -> Watch<Summary> {
        let core = core
        let name = Self.collections + "summary"
        let source = Source<Summary>(name: name, collections: [name]) {
            try await core.cache.value("summary", in: name).flatMap { try? Wire.decode(Summary.self, from: $0) }
        } fetch: {
            let read = try await core.api.fetch(Summary.self, .get("/health/summary"))
            try await core.cache.edit { edit in
                try edit.know(name, cursor: nil)
                try edit.put(Wire.encode(read), "summary", at: 0, in: name)
            }
        }
        return Watch(source: source, watchers: core.watchers)
    }

    /// Latest first.
    public func alerts() -> Watch<Listed<Alert>> {
        core.lists.watch(
            PagedList<Alert>(
                collection: Self.collections + "alerts", key: { $0.id.description }, position: { $0.raisedAt.milliseconds }, call: .get("/health/alerts")))
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
