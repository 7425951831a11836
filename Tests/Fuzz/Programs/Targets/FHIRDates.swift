import FHIR
import Foundation

@testable import RecordsService

extension FuzzTarget {
    /// Dates of a FHIR search, with their prefixes: an interval that is not empty, and a prefix that narrows as its meaning is.
    static let fhirDate = FuzzTarget("fhir-date", longest: 64) { input in
        let text = String(decoding: input, as: UTF8.self)
        var range = TimeRange()
        _ = range.narrow(fhir: text)
        guard let date = FHIRDate(text) else { return }
        expect(date.from < date.until, "\(text): from \(date.from) until \(date.until)")
        expect(date.until.timeIntervalSince(date.from) <= 366 * 86_400, "\(text): longer than a year")
        for (prefix, from, until) in [
            ("", date.from, date.until), ("eq", date.from, date.until), ("ge", date.from, nil), ("gt", date.until, nil), ("sa", date.until, nil),
            ("le", nil, date.until), ("lt", nil, date.from), ("eb", nil, date.from)
        ] as [(String, Date?, Date?)] {
            var range = TimeRange()
            expect(range.narrow(fhir: prefix + text), "\(prefix)\(text) is not read")
            expect(range == TimeRange(from: from, until: until), "\(prefix)\(text) means \(range)")
        }
    }
}
