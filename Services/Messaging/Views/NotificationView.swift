import CareModels
import Foundation

/// A notification as its user sees it.
struct NotificationView: Encodable, Sendable {
    var id: NotificationID
    var kind: String
    /// Without anything personal; clients word their own from `kind` and `details`.
    var title: String
    var details: NotificationDetails
    var createdAt: Date
    var readAt: Date?
    /// What it asked was answered.
    var answeredAt: Date?

    init(_ record: NotificationRecord, in language: Language) {
        id = record.id
        kind = record.kind.rawValue
        title = record.kind.title.string(in: language)
        details = record.details
        createdAt = record.createdAt
        readAt = record.readAt
        answeredAt = record.answeredAt
    }
}
