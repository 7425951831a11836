import Foundation

/// How a health record is written.
public enum RecordFormat: String, Codable, Sendable, CaseIterable {
    case fhirR4 = "fhir-r4", fhirSTU3 = "fhir-stu3", appData = "app-data"
}

/// A health record was stored. Its contents stay in the service.
public struct RecordCreated: CareEvent {
    public static let type = "care.records.created.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.records
    public var recordId: RecordID
    public var version: Int
    /// Whose record it is.
    public var userId: UserID
    public var format: RecordFormat
    /// The FHIR resource type, or `AppData`.
    public var recordType: String
    public var createdAt: Date
    public var subject: UUID { recordId.uuid }

    public init(recordId: RecordID, version: Int, userId: UserID, format: RecordFormat, recordType: String, createdAt: Date) {
        self.recordId = recordId
        self.version = version
        self.userId = userId
        self.format = format
        self.recordType = recordType
        self.createdAt = createdAt
    }
}

/// A health record has a new version.
public struct RecordUpdated: CareEvent {
    public static let type = "care.records.updated.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.records
    public var recordId: RecordID
    public var version: Int
    /// Whose record it is.
    public var userId: UserID
    public var format: RecordFormat
    /// The FHIR resource type, or `AppData`.
    public var recordType: String
    public var updatedAt: Date
    public var subject: UUID { recordId.uuid }

    public init(recordId: RecordID, version: Int, userId: UserID, format: RecordFormat, recordType: String, updatedAt: Date) {
        self.recordId = recordId
        self.version = version
        self.userId = userId
        self.format = format
        self.recordType = recordType
        self.updatedAt = updatedAt
    }
}

/// A health record was deleted by its owner. An erased account is told by `UserDeleted` instead.
public struct RecordDeleted: CareEvent {
    public static let type = "care.records.deleted.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.records
    public var recordId: RecordID
    public var version: Int
    /// Whose record it is.
    public var userId: UserID
    public var format: RecordFormat
    /// The FHIR resource type, or `AppData`.
    public var recordType: String
    public var deletedAt: Date
    public var subject: UUID { recordId.uuid }

    public init(recordId: RecordID, version: Int, userId: UserID, format: RecordFormat, recordType: String, deletedAt: Date) {
        self.recordId = recordId
        self.version = version
        self.userId = userId
        self.format = format
        self.recordType = recordType
        self.deletedAt = deletedAt
    }
}
