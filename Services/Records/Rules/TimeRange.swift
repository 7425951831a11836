import FHIR
import Foundation

/// From an instant on, up to another: what is narrowed by each condition on a time.
struct TimeRange: Equatable, Sendable {
    /// Part of it.
    var from: Date?
    /// Not part of it.
    var until: Date?

    mutating func narrow(from instant: Date) { from = max(from ?? instant, instant) }
    mutating func narrow(until instant: Date) { until = min(until ?? instant, instant) }

    /// A condition as FHIR writes it: `ge2026-03-01`, `lt2026-04`, `2026-03-08` (within that day). False when it cannot be read.
    mutating func narrow(fhir text: String) -> Bool {
        let prefix = String(text.prefix(2))
        let isPrefixed = prefix.allSatisfy(\.isLetter) && text.count > 2
        guard let date = FHIRDate(isPrefixed ? String(text.dropFirst(2)) : text) else { return false }
        switch isPrefixed ? prefix : "eq" {
        case "eq":
            narrow(from: date.from)
            narrow(until: date.until)
        case "ge": narrow(from: date.from)
        case "gt", "sa": narrow(from: date.until)
        case "le": narrow(until: date.until)
        case "lt", "eb": narrow(until: date.from)
        default: return false
        }
        return true
    }
}
