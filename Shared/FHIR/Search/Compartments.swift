/// Which resources belong to somebody's or something's compartment (http://hl7.org/fhir/R4/compartmentdefinition.html).
package struct Compartments: Sendable {
    /// By compartment and type.
    private let parameters: [String: [String: [String]]]

    private static let r4 = Compartments(parameters: SearchTable.compartments(.r4))
    private static let stu3 = Compartments(parameters: SearchTable.compartments(.stu3))

    package static func of(_ release: FHIRRelease) -> Compartments {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    /// `Patient`, `Encounter`, `RelatedPerson`, `Practitioner`, `Device`.
    package var names: Set<String> { Set(parameters.keys) }

    /// The types that may be in it.
    package func types(of compartment: String) -> Set<String> { Set(parameters[compartment]?.keys.map { $0 } ?? []) }

    /// The codes of the parameters, one of which leads from a resource in the compartment to what it is named after; nil for types that are in
    /// none. The compartment's own resource is in it without one; STU3 and R4 write that down as `{def}` where it also leads to itself.
    package func parameters(of compartment: String, type: String) -> [String]? { parameters[compartment]?[type] }
}
