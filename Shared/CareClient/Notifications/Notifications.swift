import CareModels
import Foundation

/// What the person was notified of.
public struct Notifications: Sendable {
    let core: Core

    public struct Item: Codable, Equatable, Identifiable, Sendable {
        public struct Details: Codable, Equatable, Sendable {
            public var appointmentId: AppointmentID?
            public var startTime: Date?
            public var endTime: Date?
            public var conversationId: ConversationID?
            public var alertId: AlertID?
            public var reminderId: ReminderID?
            public var dueAt: Date?
        }

        public var id: UUID
        /// `appointment.booked`, `alert`, `reminder`; more may come.
        public var kind: String
        /// In the person's language, with nothing personal: it may be shown on a locked screen.
        public var title: String
        public var details: Details
        public var createdAt: Date
        public var readAt: Date?
        public var answeredAt: Date?
    }

    /// Latest first.
    public func all() -> Watch<Listed<Item>> { core.lists.watch(Self.list) }

    public func markRead(_ id: UUID) async throws { try await mark(try Call.put("/notifications/\(id.lowercaseText)/read", [String: String]()), id.lowercaseText) }

    public func markAllRead() async throws { try await mark(try Call.put("/notifications/read", [String: String]()), "all") }

    /// Kept until it could be said; the live stream tells the other devices, and this one.
    private func mark(_ call: Call, _ name: String) async throws {
        let item = OutboxItem(id: UUID.v7(), call: call, createdAt: core.api.clock.now())
        try await caring { try await core.outbox.replace(lane: "read/\(name)", with: item) }
    }

    static let collection = "notifications"
    static let list = PagedList<Item>(
        collection: collection, key: { $0.id.lowercaseText }, position: { $0.createdAt.milliseconds }, call: .get("/notifications"))
}
