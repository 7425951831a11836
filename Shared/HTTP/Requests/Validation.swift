import CareModels
import Foundation

/// Collects every faulty field, so that a client hears of all at once.
package struct Validation {
    package private(set) var fields: [Fault] = []

    package init() {}

    package mutating func fail(_ field: String, _ message: String) { fields.append(.init(field, message)) }

    /// For names, titles and other labels. Trimmed; nil (and a fault when `required`) if absent or empty; a fault when longer than `most` code points, as PostgreSQL counts
    /// characters, or with control characters (line breaks and tabs are allowed).
    package mutating func text(_ value: String?, _ field: String, required: Bool = false, most: Int) -> String? {
        prose(value?.trimmingCharacters(in: .whitespacesAndNewlines), field, required: required, most: most)
    }

    /// For what a person writes to another: as it was sent, with the white space around it, which counts. Nil, a fault when `required`, only if there
    /// is nothing else; otherwise as `text`.
    package mutating func prose(_ value: String?, _ field: String, required: Bool = false, most: Int) -> String? {
        guard let value, !value.allSatisfy(\.isWhitespace) else {
            if required { fail(field, "is required") }
            return nil
        }
        let count = value.unicodeScalars.count
        guard count <= most else {
            fail(field, "must have at most \(most) characters (Unicode code points), not \(count)")
            return nil
        }
        guard !value.unicodeScalars.contains(where: Self.isForbidden) else {
            fail(field, "must not hold control characters")
            return nil
        }
        return value
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\r" && scalar != "\t"
    }

    package mutating func check(_ condition: Bool, _ field: String, _ message: String) {
        if !condition { fail(field, message) }
    }

    /// Throws the 400 problem when anything failed.
    package func done() throws {
        if !fields.isEmpty { throw Problem.invalid(fields) }
    }
}
