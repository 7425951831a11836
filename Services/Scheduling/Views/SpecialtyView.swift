import CareModels

/// A specialty of the list.
struct SpecialtyView: Encodable, Sendable {
    var code: String
    var system: String
    var name: String
    var otherNames: [String]

    init(_ specialty: Specialty) {
        code = specialty.code
        system = Specialty.system
        name = specialty.name
        otherNames = specialty.otherNames
    }
}
