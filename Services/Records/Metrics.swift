import Telemetry

/// What Records measures of its own.
enum RecordsMetrics {
    static let exports = Counter.labelled("care_record_exports_total", "exports of whole records: begun, done, cancelled", by: "step")
    static let exported = Counter("care_record_exported_resources_total", "resources that were downloaded from exports")
    static let imported = Counter.labelled("care_record_imported_resources_total", "lines of imports: created, updated, unchanged, refused", by: "outcome")
    static let notesWaiting = Gauge("care_access_notes_waiting", "uses of records that wait to be noted, unanswered")
    static let noted = Counter.labelled("care_access_notes_total", "uses of records that were to be noted: written, failed, refused (too many waited)", by: "outcome")
    static let noting = Histogram("care_access_note_seconds", "noting those that waited, in one statement", unit: .seconds)
    static let purges = Counter("care_record_purges_total", "whole records that were destroyed at their owner's wish")
}
