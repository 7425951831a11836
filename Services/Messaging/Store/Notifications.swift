import CareModels
import Foundation
import Postgres

/// A notification as it is stored.
struct NotificationRecord: Sendable {
    var id: NotificationID
    var userId: UserID
    var kind: NotificationKind
    var subjectId: UUID
    /// Of the event that it tells of; nil when a release before wrote it.
    var subjectVersion: Int?
    var details: NotificationDetails
    var createdAt: Date
    var readAt: Date?
    var answeredAt: Date?

    static let columns = "id, user_id, kind, subject_id, subject_version, details, created_at, read_at, answered_at"
}

extension NotificationRecord {
    init(_ row: Row) throws {
        id = try row["id"]
        userId = try row["user_id"]
        subjectId = try row["subject_id"]
        subjectVersion = try row["subject_version"]
        let details: JSONB<NotificationDetails> = try row["details"]
        self.details = details.value
        kind = NotificationKind(stored: try row["kind"], details.value)
        createdAt = try row["created_at"]
        readAt = try row["read_at"]
        answeredAt = try row["answered_at"]
    }
}

extension NotificationKind: PostgresDecodable {}

extension NotificationKind {
    /// The release before stops at a kind that it does not know, so a change is kept as a move, which its details tell from one. The next
    /// release may keep it as what it is.
    fileprivate var stored: NotificationKind { [.appointmentChanged, .recordAccess, .subscription].contains(self) ? .appointmentRescheduled : self }

    fileprivate init(stored: NotificationKind, _ details: NotificationDetails) {
        if stored == .appointmentRescheduled, details.overrideId != nil {
            self = .recordAccess
        } else if stored == .appointmentRescheduled, details.subscriptionId != nil {
            self = .subscription
        } else {
            self = stored == .appointmentRescheduled && details.isChange == true ? .appointmentChanged : stored
        }
    }
}

extension PostgresRunner {
    /// Newest first.
    func notifications(
        of user: UserID, onlyUnread: Bool, after: TimeCursor<Notification>?, limit: Int
    ) async throws -> [NotificationRecord] {
        var conditions: [SQL] = ["user_id = \(user)"]
        if onlyUnread { conditions.append("read_at IS NULL") }
        if let after { conditions.append("(created_at, id) < (\(after.instant), \(after.id))") }
        let sql: SQL = """
            SELECT \(unescaped: NotificationRecord.columns) FROM notifications WHERE \(SQL.join(conditions, separator: " AND "))
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """
        return try await query(sql).map { try NotificationRecord($0) }
    }

    func notifications(_ ids: [NotificationID], of user: UserID) async throws -> [NotificationRecord] {
        if ids.isEmpty { return [] }
        let sql: SQL = """
            SELECT \(unescaped: NotificationRecord.columns) FROM notifications WHERE user_id = \(user) AND \(.isOne(of: ids.map(\.uuid), "id"))
            """
        return try await query(sql).map { try NotificationRecord($0) }
    }
}

extension Transaction {
    func insert(_ notification: NotificationRecord) async throws {
        try await execute(
            """
            INSERT INTO notifications (id, user_id, kind, subject_id, subject_version, details, created_at, read_at, answered_at)
            VALUES (\(notification.id), \(notification.userId), \(notification.kind.stored.rawValue), \(notification.subjectId),
                    \(notification.subjectVersion)::bigint, \(JSONB(notification.details)), \(notification.createdAt),
                    \(notification.readAt)::timestamptz, \(notification.answeredAt)::timestamptz)
            """)
    }

    /// The latest version of the appointment that anyone was told of; 0 when nobody was told of any.
    func toldVersion(ofAppointment appointment: AppointmentID) async throws -> Int {
        let row = try await first(
            """
            SELECT coalesce(max(coalesce(subject_version, CASE kind
                WHEN 'appointment.booked' THEN 1 WHEN 'appointment.rescheduled' THEN 2 ELSE \(Int.max) END)), 0) AS version
            FROM notifications WHERE subject_id = \(appointment) AND kind LIKE 'appointment.%'
            """)
        return try row?["version"] ?? 0
    }

    func isTold(_ user: UserID, _ kind: NotificationKind, of subject: UUID) async throws -> Bool {
        try await first("SELECT 1 FROM notifications WHERE subject_id = \(subject) AND user_id = \(user) AND kind = \(kind.stored.rawValue)") != nil
    }

    /// The user's one notification of a subscription, locked; nil when they have none yet.
    func lockNotification(of user: UserID, ofSubscription subscription: RecordID) async throws -> NotificationRecord? {
        try await first(
            """
            SELECT \(unescaped: NotificationRecord.columns) FROM notifications
            WHERE subject_id = \(subscription) AND user_id = \(user) AND details ? 'subscriptionId' ORDER BY id LIMIT 1 FOR UPDATE
            """
        ).map { try NotificationRecord($0) }
    }

    /// Of a user's notifications of subscriptions so many stay, the newest, and those that are yet to be read before all others.
    func forgetNotificationsOfSubscriptions(of user: UserID, beyond most: Int) async throws {
        try await execute(
            """
            DELETE FROM notifications WHERE id IN (
                SELECT id FROM notifications WHERE user_id = \(user) AND details ? 'subscriptionId'
                ORDER BY read_at IS NULL DESC, created_at DESC, id DESC OFFSET \(most))
            """)
    }

    /// It tells of something newer.
    func renew(_ notification: NotificationRecord) async throws {
        try await execute(
            """
            UPDATE notifications SET subject_version = \(notification.subjectVersion)::bigint, details = \(JSONB(notification.details)),
                created_at = \(notification.createdAt), read_at = \(notification.readAt)::timestamptz
            WHERE id = \(notification.id)
            """)
    }

    /// It, unless it was read before.
    func markRead(_ id: NotificationID, of user: UserID, now: Date) async throws -> [NotificationID] {
        let rows = try await query(
            "UPDATE notifications SET read_at = \(now) WHERE id = \(id) AND user_id = \(user) AND read_at IS NULL RETURNING id")
        return try rows.map { try $0["id"] }
    }

    /// Those that changed, at most `most`, of all that are unread, or of those that came until an instant.
    func markAllRead(until instant: Date?, of user: UserID, now: Date, most: Int) async throws -> [NotificationID] {
        let which: SQL = instant.map { "AND created_at <= \($0)" } ?? ""
        let rows = try await query(
            """
            UPDATE notifications SET read_at = \(now) WHERE id IN (
                SELECT id FROM notifications WHERE user_id = \(user) AND read_at IS NULL \(which) ORDER BY id LIMIT \(most) FOR UPDATE
            ) RETURNING id
            """)
        return try rows.map { try $0["id"] }
    }

    func markAnswered(_ subject: UUID, of user: UserID, at instant: Date) async throws -> [NotificationID] {
        let rows = try await query(
            """
            UPDATE notifications SET answered_at = \(instant), read_at = coalesce(read_at, \(instant))
            WHERE subject_id = \(subject) AND user_id = \(user) AND kind = 'alert' AND answered_at IS NULL RETURNING id
            """)
        return try rows.map { try $0["id"] }
    }

    func eraseNotifications(of user: UserID) async throws {
        try await batch([
            // In the order in which they are marked as read.
            "SELECT 1 FROM notifications WHERE user_id = \(user) ORDER BY id FOR UPDATE",
            "DELETE FROM notifications WHERE user_id = \(user)"
        ])
    }
}
