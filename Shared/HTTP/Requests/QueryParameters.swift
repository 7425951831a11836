import CareModels
import Foundation

/// The query of a request, percent-decoded. Its names were checked against the route's before the handler runs.
package struct QueryParameters: Sendable {
    private let values: [String: String]
    /// Of the names that may be repeated.
    private var repeated: [String: [String]] = [:]
    /// Names that the address does not know, and those given twice: told by whatever reads a value of some kind, beside what is wrong with that one.
    private var misnamed: Faults?

    package init(_ values: [String: String] = [:]) { self.values = values }

    /// The pairs that `text` (a query or form, without its question mark) spells, in their order; a 400 problem for a broken escape.
    package static func list(_ text: some Collection<UInt8>) throws -> [(name: String, value: String)] {
        do {
            return try PercentCoding.list(text)
        } catch {
            throw unreadable
        }
    }

    private static var unreadable: Problem {
        Problem(
            .malformedQuery, detail: "Percent-encode it as UTF-8, without NUL characters. It may have \(PercentCoding.mostPairs) parameters.",
            members: ["limit": .number(PercentCoding.mostPairs)])
    }

    /// Parses `text` (without its question mark); a 400 problem for a broken escape, a name given twice, or a name not in
    /// `accepted`. `accepted` holding `*` takes any name, however often: OAuth endpoints have to ignore what they do not know, and say in their own way
    /// what they know and got twice, from the text itself. Where the handler is known to read values (`areRead`: `Route.readsItsQuery`) it is they that refuse such names,
    /// so that all that is wrong is told at once.
    init(parsing text: Substring, accepted: Set<String>, repeatable: Set<String> = [], areRead: Bool = false) throws {
        var values: [String: String] = [:]
        let takesAny = accepted.contains("*")
        var twice: Set<String> = []
        for (name, value) in try Self.list(text.utf8) {
            if repeatable.contains(name) { repeated[name, default: []].append(value) }
            if values.updateValue(value, forKey: name) != nil, !repeatable.contains(name) { twice.insert(name) }
        }
        if !takesAny {
            let hint: Text = accepted.isEmpty ? "this address takes no query parameters" : "known are \(accepted.sorted().joined(separator: ", "))"
            let unknown = values.keys.filter { !accepted.contains($0) }.sorted()
            let strange = unknown.map { Fault($0.shortened, "is not a query parameter of this address; \(hint)") }
            let again = twice.intersection(accepted).sorted().map { Fault($0, "is given more than once; give it once") }
            if let faults = Faults(strange + again) {
                // Beside as many as are named nothing else would be.
                guard areRead, faults.all.count < Faults.most else { throw faults.problem }
                misnamed = faults
            }
        }
        self.values = values
    }

    package subscript(_ name: String) -> String? { values[name] }

    /// Every value of a parameter that the route lets be repeated (`Route.repeating`), in their order.
    package func all(_ name: String) -> [String] { repeated[name] ?? values[name].map { [$0] } ?? [] }

    /// A whole number; a 400 problem that names the parameter and its range otherwise.
    package func int(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try read(name) { text in
            guard let number = Int(text), range.contains(number) else {
                throw Problem.invalid(Fault(name, "must be a whole number from \(range.lowerBound) to \(limit: range.upperBound)"))
            }
            return number
        }
    }

    /// A finite decimal number; a 400 problem that names the parameter and its range otherwise.
    package func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        try read(name) { text in
            guard let number = Double(text), number.isFinite, range.contains(number) else {
                throw Problem.invalid(Fault(name, "must be a number from \(range.lowerBound) to \(range.upperBound)"))
            }
            return number
        }
    }

    /// An RFC 3339 instant.
    package func instant(_ name: String) throws -> Date? {
        try read(name) { text in
            guard let instant = RFC3339.parse(text) else {
                if let part = RFC3339.impossiblePart(of: text) { throw Problem.invalid(Fault(name, "must be \(Text(template: part.rawValue))")) }
                throw Problem.invalid(Fault(name, "must be an RFC 3339 instant, such as 2026-03-08T14:30:00Z (a + in an offset is written %2B)"))
            }
            return instant
        }
    }

    /// One of an enum's values, spelled exactly.
    package func value<T: RawRepresentable & CaseIterable>(_ name: String, _ type: T.Type) throws -> T? where T.RawValue == String {
        try read(name) { text in
            guard let value = T(rawValue: text) else {
                let known = T.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem.invalid(Fault(name, "must be one of \(known)"))
            }
            return value
        }
    }

    /// A UUID.
    package func id<Entity>(_ name: String, of: Entity.Type = Entity.self) throws -> ID<Entity>? {
        try read(name) { text in
            guard let id = ID<Entity>(text) else { throw Problem.invalid(Fault(name, "must be a UUID")) }
            return id
        }
    }

    /// `true` or `false`.
    package func bool(_ name: String) throws -> Bool? {
        try read(name) { text in
            guard let value = Bool(text) else { throw Problem.invalid(Fault(name, "must be true or false")) }
            return value
        }
    }

    private func read<Value>(_ name: String, _ kind: (String) throws -> Value) throws -> Value? {
        guard let misnamed else { return try values[name].map(kind) }
        var checks = Checks()
        checks.take(misnamed)
        let value = try checks.read(values[name].map(kind))
        throw MisnamedQuery(faults: Faults(checks.faults, more: checks.more) ?? misnamed, value: value)
    }
}

/// A value was asked for of a query that also has names which are none. The value, where it is one, is with it: others are judged by it (`Checks.read`).
// @unchecked: it is caught where it is thrown, by who asked for the value.
struct MisnamedQuery<Value>: ProblemConvertible, @unchecked Sendable {
    let faults: Faults
    let value: Value?

    var problem: Problem { faults.problem }
}
