import CareModels
import FHIR
import Foundation

/// What a write made of a record.
struct WrittenRecord: Sendable {
    var record: RecordID
    /// What clients call it.
    var id: String
    var version: Int
    var at: Date
    var createdAt: Date
    var status: RecordStatus
    var annotations: [String]
    /// Nil for a deletion, and where nobody asked for it.
    var body: [UInt8]?
    /// It was not there before, or deleted.
    var isNew: Bool
    /// What FHIR's definitions have to say of it.
    var issues: [ValidationIssue] = []
}
