import CareModels

/// Which part of a list, newest record first.
struct RecordPage: Sendable {
    var limit: Int
    /// Behind this record; or, for FHIR clients that count pages, after so many.
    var after: RecordID?
    var offset = 0
}
