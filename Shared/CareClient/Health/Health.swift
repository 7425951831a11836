import CareModels
import Foundation

/// Resting heart rates, what they show, and the alerts that they raise.
public struct Health: Sendable {
    let core: Core

    /// A resting heart rate at an instant.
    public struct HeartRate: Codable, Hashable, Sendable {
        /// When it was measured: from the year 2000 until five minutes from now; kept to the millisecond.
        public var at: Date
        /// Beats per minute, 20 to 300.
        public var bpm: Double

        /// In beats per minute.
        public init(_ bpm: Double, at instant: Date) {
            at = instant
            self.bpm = bpm
        }
    }

    /// How the heart rate is, by the days of the patient's time zone.
    public struct Summary: Codable, Equatable, Sendable {
        /// What was measured on a day.
        public struct Day: Codable, Equatable, Sendable {
            /// By the calendar of the summary's time zone.
            public var date: LocalDate
            /// Beats per minute; nil on a day without a heart rate.
            public var average: Double?
            /// How many heart rates there are of it.
            public var count: Int
        }

        /// The latest one that was measured; nil when there is none.
        public var latest: HeartRate?
        /// Above how many beats per minute a heart rate alerts; nil while none is set.
        public var boundary: Double?
        /// Its IANA name: days begin and end by its clocks.
        public var timeZone: String
        /// The date there.
        public var today: LocalDate
        /// Today and the six days before, oldest first.
        public var series: [Day]
        /// Of the averages of the days that have one, in beats per minute; nil when none has.
        public var sevenDayAverage: Double?
        /// Dates on which the medication was not taken when asked, newest first.
        public var warnings: [LocalDate]
        /// When the person last said by themselves that they took the medication: `took`, and no answer.
        public var lastTakenAt: Date?
    }

    /// A heart rate above the boundary, about which the person is asked whether they took their medication.
    public struct Alert: Codable, Equatable, Identifiable, Sendable {
        /// What the person answered.
        public struct Answer: Codable, Equatable, Sendable {
            /// Whether the medication was taken.
            public var taken: Taken
            /// 1 to 4, of a `no` that asked for a reminder.
            public var remindInHours: Int?
            /// When the server heard it.
            public var answeredAt: Date
        }

        /// The reminder that the answer asked for.
        public struct Reminder: Codable, Equatable, Sendable {
            /// By which it is moved and cancelled.
            public var id: ReminderID
            /// When it is to fire.
            public var dueAt: Date
            /// When it has fired.
            public var firedAt: Date?
            /// When it was cancelled: by the person, or since they took the medication.
            public var cancelledAt: Date?
        }

        /// By which it is answered.
        public var id: AlertID
        /// One more with each change: answered, its reminder moved, cancelled or fired.
        public var version: Int
        /// When the server raised it.
        public var raisedAt: Date
        /// In the person's language.
        public var text: String
        /// What raised it.
        public var heartRate: HeartRate
        /// What it was above, in beats per minute.
        public var boundary: Double
        /// Nil while nobody has answered.
        public var answer: Answer?
        /// Nil when none was asked for.
        public var reminder: Reminder?
    }

    /// Whether the medication was taken.
    public enum Taken: String, Codable, Sendable {
        /// It was. Where the boundary is dynamic, the gap is added to it.
        case yes
        /// It was not; a reminder may be asked for.
        case no
    }

    // MARK: Watching

    /// The last seven days: each day's average, the latest heart rate, the boundary and the warnings.
    public func summary() -> Watch<Summary> { watch("summary") }

    /// How the person is watched.
    public func settings() -> Watch<Settings> { watch("settings") }

    /// Alerts, latest first.
    public func alerts() -> Watch<Listed<Alert>> {
        core.lists.watch(
            PagedList<Alert>(
                collection: Self.collections + "alerts", key: { $0.id.description }, position: { $0.raisedAt.milliseconds }, call: .get("/health/alerts")))
    }

    /// Reminders, the latest due first: those to come and those of the past.
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

    /// Sets all of them, as long as nobody has changed them since they were read, else it is refused (412): an answer `yes` may raise the boundary.
    @discardableResult
    public func change(_ settings: Settings) async throws -> Settings {
        try await core.changing(Self.collections) {
            var call = try Call.put("/health/settings", settings.draft)
            call.ifMatch = "\"\(settings.version)\""
            return try await core.api.fetch(Settings.self, call, patience: .once)
        }
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

    /// The reminder fires at another time, at most 24 hours ahead.
    @discardableResult
    public func move(_ reminder: ReminderID, to instant: Date) async throws -> Reminder {
        var call = try Call.put("/health/reminders/\(reminder)", ["dueAt": RFC3339.format(instant)])
        call.method = "PATCH"
        let sent = call
        return try await core.changing(Self.collections) { try await core.api.fetch(Reminder.self, sent) }
    }

    /// The reminder does not fire. Twice does no harm.
    public func cancel(_ reminder: ReminderID) async throws {
        try await core.changing(Self.collections) { _ = try await core.api.send(Call(method: "DELETE", path: "/health/reminders/\(reminder)")) }
    }

    // MARK: Telling

    /// Heart rates that were measured. Kept until they could be sent, in order. The same heart rate may be given any number of times: one is kept for an instant.
    /// What the server does not take of them, such as one of a time to come, stays in ``unsent()`` with the reason: the problem's `fields` name each as
    /// `items[0].bpm`, by its place among those that stay. Throws ``CareError/unreadable(_:)`` of what is no number.
    public func record(_ heartRates: [HeartRate]) async throws {
        // As many as the server takes at once.
        try await caring {
            let calls = try stride(from: 0, to: heartRates.count, by: 500).map { start in
                try Self.recording(Array(heartRates[start..<min(start + 500, heartRates.count)]))
            }
            for call in calls { try await send(call) }
        }
    }

    /// Answers an alert; `remindInHours`, 1 to 4, is for a `no`. Kept until it could be said.
    public func answer(_ alert: AlertID, taken: Taken, remindInHours: Int? = nil) async throws {
        try await caring { try await send(try .post(Self.answering(alert), NewAnswer(taken: taken, remindInHours: remindInHours))) }
    }

    /// What was given and is not sent yet, or was refused.
    public struct Unsent: Equatable, Identifiable, Sendable {
        /// What it is.
        public enum Given: Equatable, Sendable {
            /// That were measured.
            case heartRates([HeartRate])
            /// To an alert.
            case answer(AlertID, taken: Taken, remindInHours: Int?)
        }

        /// This device's name for it.
        public var id: UUID
        /// What was given.
        public var given: Given
        /// When the app gave it.
        public var givenAt: Date
        /// How far it has come; of what was refused, why.
        public var delivery: Delivery
    }

    /// Heart rates and answers that are not sent yet, or were refused, in order.
    public func unsent() -> Watch<[Unsent]> { core.waiting(in: Self.lane) { Unsent($0) } }

    /// Sends once more what was refused.
    public func retry(_ unsent: Unsent) async throws { try await caring { try await core.outbox.retry(unsent.id, lane: Self.lane) } }

    /// Takes it back. False when it is on its way, or was sent.
    public func cancel(_ unsent: Unsent) async throws -> Bool { try await caring { try await core.outbox.cancel(unsent.id, lane: Self.lane) } }

    private func send(_ call: Call) async throws {
        let item = OutboxItem(id: UUID.v7(), call: call, createdAt: core.api.clock.now())
        try await core.outbox.add(item, lane: Self.lane)
    }

    struct NewAnswer: Codable {
        var taken: Taken
        var remindInHours: Int?
    }
}

extension Health.Unsent {
    init?(_ pending: Pending) {
        let call = pending.item.call
        guard let given = Given(call.path.split(separator: "/"), call.body ?? Data()) else { return nil }
        self.init(id: pending.item.id, given: given, givenAt: pending.item.createdAt, delivery: pending.delivery)
    }
}

extension Health.Unsent.Given {
    /// By what is sent.
    fileprivate init?(_ path: [Substring], _ body: Data) {
        if path.count == 4, path[1] == "alerts", let alert = AlertID(String(path[2])), let said = try? Wire.decode(Health.NewAnswer.self, from: body) {
            self = .answer(alert, taken: said.taken, remindInHours: said.remindInHours)
        } else if path.last == "heart-rates", let sent = try? Health.heartRates(in: body) {
            self = .heartRates(sent)
        } else {
            return nil
        }
    }
}
