import FHIR
import Foundation
import JSON

/// When the care was that a resource tells of, as far as it says: for `$everything` in a time.
enum CareDates {
    private static let dates = [
        "effectiveDateTime", "effectiveInstant", "performedDateTime", "occurrenceDateTime", "onsetDateTime", "authoredOn", "recordedDate", "recorded", "date", "issued",
        "created", "started", "sent", "whenHandedOver", "dateAsserted", "assertedDate"
    ]
    private static let periods = ["effectivePeriod", "performedPeriod", "occurrencePeriod", "period", "onsetPeriod", "billablePeriod", "servicedPeriod"]

    /// Whether it may be of that time: what says no date, such as a Patient, is of any.
    static func isWithin(_ range: TimeRange, _ resource: JSONValue) -> Bool {
        for name in periods {
            guard let period = resource[name], period.isObject else { continue }
            let (start, end) = (period["start"]?.string.flatMap(FHIRDate.init), period["end"]?.string.flatMap(FHIRDate.init))
            return overlaps(range, start?.from ?? .distantPast, end?.until ?? .distantFuture)
        }
        for name in dates {
            guard let date = resource[name]?.string.flatMap(FHIRDate.init) else { continue }
            return overlaps(range, date.from, date.until)
        }
        return true
    }

    private static func overlaps(_ range: TimeRange, _ from: Date, _ until: Date) -> Bool {
        (range.until.map { from < $0 } ?? true) && (range.from.map { until > $0 } ?? true)
    }
}
