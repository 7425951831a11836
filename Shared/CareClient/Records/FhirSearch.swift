import Foundation

/// What is looked for, by the search parameters that FHIR has for the type: `FhirSearch("Observation").where("code", "8867-4").where("date", "ge2026-03")`.
public struct FhirSearch: Equatable, Sendable {
    /// Of the resources: `Observation`.
    public var type: String
    /// All hold at once; the same name may come again.
    public var conditions: [Condition] = []

    /// One parameter with its value.
    public struct Condition: Equatable, Sendable {
        /// With its modifier, if it has one: `code`, `subject:missing`.
        public var name: String
        /// As FHIR writes it, with its prefix: `ge2026-03`.
        public var value: String
    }

    /// All of a type, until there are conditions.
    public init(_ type: String) { self.type = type }

    /// The same with one condition more.
    public func `where`(_ name: String, _ value: String) -> FhirSearch {
        var changed = self
        changed.conditions.append(Condition(name: name, value: value))
        return changed
    }

    /// Those that have all of these words.
    public func annotated(_ words: String...) -> FhirSearch { `where`("_annotations", words.joined(separator: ",")) }

    /// Nothing of a search stands in an address, which is kept in logs.
    func form(_ more: [(name: String, value: String?)] = []) -> Data {
        let pairs = conditions.map { ($0.name, Optional($0.value)) } + more
        return Data(pairs.compactMap { name, value in value.map { "\(name.formEncoded)=\($0.formEncoded)" } }.joined(separator: "&").utf8)
    }
}
