import CareModels
import FHIR
import Foundation

/// A line of an import, from 1.
struct ImportLine: Sendable {
    let number: Int
    let bytes: [UInt8]
}

/// What became of a line.
enum ImportOutcome: Sendable {
    case created, updated
    /// It is there, just so.
    case unchanged
    case refused(any EntryRefusal)
}
