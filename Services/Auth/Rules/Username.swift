import CareModels
import Foundation

/// Names that people log in with: kept in lower case, so that two that differ only in case are one.
enum Username {
    static let lengths = 3...64

    static func normalize(_ text: String) -> String { text.lowercased() }

    /// Expects a normalized name.
    static func isValid(_ name: String) -> Bool {
        lengths.contains(name.utf8.count) && name.utf8.allSatisfy(isAllowed)
    }

    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

enum UserIDText {
    static func isUUID(_ text: String) -> Bool { UUID(strictly: text) != nil }
}
