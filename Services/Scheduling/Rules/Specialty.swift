import CareModels

/// A clinical specialty, by its SNOMED CT code: those that FHIR's value set c80-practice-codes has, and the professions beside them.
struct Specialty: Sendable, Equatable {
    static let system = "http://snomed.info/sct"

    var code: String
    var name: String
    /// What it is called as well, and who practises it, in English and French.
    var otherNames: [String]

    /// By which providers of it are found, however they spelled it.
    var key: String { SearchText.fold(name) }

    init(_ code: String, _ name: String, _ otherNames: String) {
        self.code = code
        self.name = name
        self.otherNames = otherNames.split(separator: "; ").map(String.init)
    }

    /// The one that `text` names by its code or in words; case and accents do not matter. Nil for what the list does not know.
    static func named(_ text: String) -> Specialty? { byName[SearchText.fold(text)] }

    /// What providers of a specialty are stored and looked up by: the list's own name of it, or else the text as it is folded.
    static func key(_ text: String) -> String { named(text)?.key ?? SearchText.fold(text) }

    private static let byName: [String: Specialty] = {
        var result: [String: Specialty] = [:]
        for each in all { for name in [each.code, each.name] + each.otherNames { result[SearchText.fold(name)] = each } }
        return result
    }()
}
