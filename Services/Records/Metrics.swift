import Telemetry

/// What Records measures of its own.
enum RecordsMetrics {
    static let exports = Counter.labelled("care_record_exports_total", "exports of whole records: begun, done, cancelled", by: "step")
    static let exported = Counter("care_record_exported_resources_total", "resources that were downloaded from exports")
    static let imported = Counter.labelled("care_record_imported_resources_total", "lines of imports: created, updated, unchanged, refused", by: "outcome")
    static let purges = Counter("care_record_purges_total", "whole records that were destroyed at their owner's wish")
}
