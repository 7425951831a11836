import CareModels
import Foundation

/// What a date in a search means: an interval as long as its precision (http://hl7.org/fhir/R4/search.html#date). Without a time
/// zone it is in UTC.
package struct FHIRDate: Equatable, Sendable {
    package var from: Date
    /// Not part of it.
    package var until: Date

    package init?(_ text: String) {
        if let instant = RFC3339.parse(text) {
            let hasFraction = text.contains(".")
            self.init(from: instant, until: instant.addingTimeInterval(hasFraction ? 0.001 : 1))
            return
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), parts[0].utf8.count == 4, parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        let numbers = parts.compactMap { part in part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil }
        guard numbers.count == parts.count else { return nil }
        let (year, month, day) = (numbers[0], parts.count > 1 ? numbers[1] : 1, parts.count > 2 ? numbers[2] : 1)
        guard let first = CivilDate(year: year, month: month, day: day) else { return nil }
        let next: CivilDate? =
            switch parts.count {
            case 1: CivilDate(year: year + 1, month: 1, day: 1)
            case 2: month == 12 ? CivilDate(year: year + 1, month: 1, day: 1) : CivilDate(year: year, month: month + 1, day: 1)
            default: CivilDate(daysSince1970: first.daysSince1970 + 1)
            }
        guard let next else { return nil }
        self.init(
            from: Date(timeIntervalSince1970: Double(first.daysSince1970) * 86_400), until: Date(timeIntervalSince1970: Double(next.daysSince1970) * 86_400))
    }

    private init(from: Date, until: Date) {
        self.from = from
        self.until = until
    }
}
