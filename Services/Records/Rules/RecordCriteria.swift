/// Which records are asked for, in the caller's words.
struct RecordCriteria: Sendable {
    /// Nil for any.
    var ids: [String]?
    var created = TimeRange()
    var updated = TimeRange()
    var annotations = AnnotationQuery()
    var status: RecordStatus?
    var includesDeleted = false
}
