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
        constraints = reading.constraints
    }

    package func number(of type: String) -> Int? { numbers[type] }

    package subscript(_ type: String) -> StructureType? { numbers[type].map { types[$0] } }

    /// The names of a type's members that are in a summary of it.
    package func summary(of type: String) -> Set<String> { names(of: type, where: \.isSummary) }

    /// The names of a type's members of which there has to be one.
    package func mandatory(of type: String) -> Set<String> { names(of: type, where: \.isMandatory) }

    private func names(of type: String, where holds: (StructureElement) -> Bool) -> Set<String> {
        guard let type = self[type] else { return [] }
        return Set(type.elements.filter(holds).flatMap { element in element.members.map(\.name) })
    }
}
