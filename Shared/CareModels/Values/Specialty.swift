/// A clinical specialty, by its SNOMED CT code: those that FHIR's value set c80-practice-codes has, and the professions beside them.
package struct Specialty: Sendable, Equatable {
    package static let system = "http://snomed.info/sct"

    package var code: String
    package var name: String
    /// What it is called as well, and who practises it, in English and French.
    package var otherNames: [String]

    /// By which providers of it are found, however they spelled it.
    package var key: String { SearchText.fold(name) }

    init(_ code: String, _ name: String, _ otherNames: String) {
        self.code = code
        self.name = name
        self.otherNames = otherNames.split(separator: "; ").map(String.init)
    }

    /// The one that `text` names by its code or in words; case and accents do not matter. Nil for what the list does not know.
    package static func named(_ text: String) -> Specialty? { byName[SearchText.fold(text)] }

    /// What providers of a specialty are stored and looked up by, and what tells two spellings from two specialties: the list's own name of it, or else the text
    /// as it is folded.
    package static func key(_ text: String) -> String { named(text)?.key ?? SearchText.fold(text) }

    /// Those of a provider beside the main one. That may have been one of them before: a release that knows one specialty changes it and leaves the others.
    package static func others(_ specialties: [String], beside main: String?) -> [String] {
        let key = main.map { Self.key($0) }
        return specialties.filter { Self.key($0) != key }
    }

    private static let byName: [String: Specialty] = {
        var result: [String: Specialty] = [:]
        for each in all { for name in [each.code, each.name] + each.otherNames { result[SearchText.fold(name)] = each } }
        return result
    }()
}
