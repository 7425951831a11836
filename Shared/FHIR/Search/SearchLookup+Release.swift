import JSON

extension SearchLookup {
    /// The standard's.
    package static func of(_ release: FHIRRelease) -> SearchLookup { release == .r4 ? r4 : stu3 }

    private static let r4 = SearchLookup([:])
    private static let stu3 = SearchLookup([:])

    /// The codes of the references by which a resource of the type is in a compartment of this kind.
    package static func compartment(_ name: String, _ type: String, _ release: FHIRRelease) -> [String] { [] }

    package static func hasCompartment(_ name: String, _ release: FHIRRelease) -> Bool { name == "Patient" }

    /// What a resource has for each parameter, by its number.
    package static func values(of resource: JSONValue, _ release: FHIRRelease, base: String) -> [(parameter: Int, values: [SearchValue])] { [] }
}
