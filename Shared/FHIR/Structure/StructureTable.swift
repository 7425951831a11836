/// What FHIR's definitions say of its types, as text (the other files of this name). `Structures` reads it.
enum StructureTable {
    static func text(_ release: FHIRRelease) -> StaticString {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }
}
