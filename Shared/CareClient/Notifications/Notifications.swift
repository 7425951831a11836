import CareModels
import Foundation

/// What the person was notified of.
public struct Notifications: Sendable {
    let core: Core

    /// Something that the person was notified of.
    public struct Item: Codable, Equatable, Identifiable, Sendable {
        /// What it is about: for the app to open, or to word by itself. Which of them are there depends on its kind.
        public struct Details: Codable, Equatable, Sendable {
            /// Of an appointment's.
            public var appointmentId: AppointmentID?
            /// When the appointment begins now.
            public var startTime: Date?
            /// When the appointment ends now.
            public var endTime: Date?
            /// Where it is talked about.
            public var conversationId: ConversationID?
            /// Of an alert, and of its reminder.
            public var alertId: AlertID?
            /// Of a reminder.
            public var reminderId: ReminderID?
            /// When the reminder was due.
            public var dueAt: Date?
        }

        /// By which it is marked as read.
        public var id: UUID
        /// `appointment.booked`, `alert`, `reminder`; more may come.
        public var kind: String
        /// In the person's language, with nothing personal: it may be shown on a locked screen.
        public var title: String
        /// What it is about.
        public var details: Details
        /// When it was made.
        public var createdAt: Date
        /// Nil while it is unread.
        public var readAt: Date?
        /// Of an alert: when it was answered.
        public var answeredAt: Date?
    }

    /// All of them, latest first.
    public func all() -> Watch<Listed<Item>> { core.lists.watch(Self.list) }

    /// The person has read it. Kept until it could be said.
    public func markRead(_ id: UUID) async throws { try await mark(try Call.put(Self.reading(id.lowercaseText), [String: String]()), id.lowercaseText) }

    /// The person has read all that are here. Kept until it could be said; those that come until then are not read by that.
    public func markAllRead() async throws {
        try await caring {
            let kept = try await core.cache.listing(Self.collection, most: 1)?.values.first
            // Where none is here, all that there are when it is said.
            let until = kept.flatMap { try? Wire.decode(Item.self, from: $0) }?.createdAt
            try await mark(Call.put(Self.readingAll, ReadUntil(createdUntil: until)), "all", reach: until?.milliseconds)
        }
    }

    /// Kept until it could be said; the live stream tells the other devices, and this one.
    private func mark(_ call: Call, _ name: String, reach: Int? = nil) async throws {
        let item = OutboxItem(id: UUID.v7(), call: call, createdAt: core.api.clock.now(), reach: reach)
        try await caring { try await core.outbox.replace(lane: "read/\(name)", with: item) }
    }

    private struct ReadUntil: Encodable { var createdUntil: Date? }

    private static let readingAll = "/notifications/read"
    private static func reading(_ key: String) -> String { "/notifications/\(key)/read" }

    /// One alone is looked at; of all of them whatever is here: what lies below the page that is loaded anew comes anew with its part of the list.
    static func sendingMarks(_ cache: DiskCache, _ watchers: Watchers, isHeardOf: @escaping @Sendable () -> Bool) -> Outbox.Kind {
        .marks(of: collection, cache, watchers, isHeardOf: isHeardOf) { item, edit in
            func isUnread(_ kept: Data) -> Bool { (try? Wire.decode(Item.self, from: kept)).map { $0.readAt == nil } ?? false }
            guard item.call.path == readingAll else {
                guard let key = item.call.path.split(separator: "/").dropFirst().first.map(String.init) else { return false }
                return try edit.value(key, in: collection).map(isUnread) ?? false
            }
            guard let all = try edit.listing(collection, most: .max), all.values.contains(where: isUnread) else { return false }
            try edit.markStale([collection])
            return true
        }
    }

    static let collection = "notifications"
    static let list = PagedList<Item>(
        collection: collection, key: { $0.id.lowercaseText }, position: { $0.createdAt.milliseconds }, call: .get("/notifications"), isKeptInStep: true)
}
