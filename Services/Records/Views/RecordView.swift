import CareModels
import Foundation

/// What is told of a record besides its contents: `{id, format, type, version, status, annotations, …}`.
struct RecordView: Encodable, Sendable {
    /// The record's own id, which events have.
    var recordId: RecordID
    /// What it is addressed by: the record's own id, unless a FHIR client chose one.
    var id: String
    var format: RecordFormat
    var type: String
    var version: Int
    var status: RecordStatus
    var annotations: [String]
    /// Of app data.
    var contentType: String?
    var createdAt: Date
    var updatedAt: Date

    init(_ summary: RecordSummary) {
        let (stored, head) = (summary.record, summary.head)
        recordId = stored.id
        id = head.id ?? stored.id.description
        format = stored.format
        type = stored.type
        version = stored.version
        status = stored.status
        annotations = head.annotations ?? []
        contentType = head.contentType
        createdAt = stored.createdAt
        updatedAt = stored.updatedAt
    }

    init(_ written: WrittenRecord, _ place: RecordPlace, contentType: String?) {
        recordId = written.record
        id = written.id
        format = place.format
        type = place.type
        version = written.version
        status = written.status
        annotations = written.annotations
        self.contentType = contentType
        createdAt = written.createdAt
        updatedAt = written.at
    }
}
