import JSON

/// What FHIR's definitions say of the types of a release: which elements each has, how many of them, of which types. Read out of the table at first use, some
/// ten milliseconds, and then kept.
///
/// For `_summary` and `_elements`: of a resource's type, `structures[type].elements` has what each element is (`isSummary`, `isMandatory`, `isModifier`), and
/// `element.members` its names in JSON; `_name` goes with `name`. `structures.summary(of:)` and `structures.mandatory(of:)` are those names in sets. An element
/// within elements has its own type: `structures.types[element.types[0].type]`.
package final class Structures: Sendable {
    package let release: FHIRRelease
    package let types: [StructureType]
    private let numbers: [String: Int]
    let valueSets: [ValueSetCodes]
    private let valueSetNumbers: [String: Int]
    let constraints: [Constraint]

    private static let r4 = Structures(.r4)
    private static let stu3 = Structures(.stu3)

    package static func of(_ release: FHIRRelease) -> Structures {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    private init(_ release: FHIRRelease) {
        self.release = release
        var reading = StructureReading(StructureTable.text(release))
        reading.link()
        types = reading.types
        numbers = reading.numbers
        valueSets = reading.valueSets
        valueSetNumbers = Dictionary(valueSets.enumerated().map { ($0.element.url, $0.offset) }, uniquingKeysWith: { first, _ in first })
        constraints = reading.constraints
    }

    package func number(of type: String) -> Int? { numbers[type] }

    package subscript(_ type: String) -> StructureType? { numbers[type].map { types[$0] } }

    /// What is in a value set that an element of the release has to be of and whose codes its definitions list; nil for any other.
    ///
    /// - Parameter url: with the release's version behind `|`, or without any.
    package func codings(ofValueSet url: String) -> Set<SearchOperand.Coding>? {
        let parts = url.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first, parts.count == 1 || parts[1] == release.version else { return nil }
        return valueSetNumbers[String(name)].map { valueSets[$0].codings }
    }

    /// What an element's code has to be of.
    func valueSet(of element: String, in type: String) -> ValueSetCodes? {
        self[type]?.elements.first { $0.name == element }?.valueSet.map { valueSets[$0] }
    }

    /// The names of a type's members that are in a summary of it.
    package func summary(of type: String) -> Set<String> { names(of: type, where: \.isSummary) }

    /// The names of a type's members of which there has to be one.
    package func mandatory(of type: String) -> Set<String> { names(of: type, where: \.isMandatory) }

    private func names(of type: String, where holds: (StructureElement) -> Bool) -> Set<String> {
        guard let type = self[type] else { return [] }
        return Set(type.elements.filter(holds).flatMap { element in element.members.map(\.name) })
    }
}
