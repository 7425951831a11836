import CareModels

/// What a token lets its holder do with a person's FHIR resources: all that `records:read` and `records:write` say, or what the clinical scopes of SMART App
/// Launch give, of each type each interaction.
struct RecordPermissions: Sendable {
    private let reads: Bool
    private let writes: Bool
    private let clinical: [ClinicalScope]

    /// The token lacks a scope.
    struct Refusal: Error, Equatable {
        /// One that would do.
        var scope: String
    }

    /// - Parameter contexts: which of its clinical scopes count here.
    init(scopes: Set<String>, contexts: Set<ClinicalScope.Context>) {
        reads = scopes.contains("records:read")
        writes = scopes.contains("records:write")
        clinical = scopes.filter(ClinicalScope.isMeant).compactMap { try? ClinicalScope($0) }.filter { contexts.contains($0.context) }
    }

    /// What tells it from others, unless it is all that there is: an answer that was kept for a token with more is no answer for one with less.
    var mark: String? { reads && writes ? nil : "\(reads) \(writes) " + clinical.map(\.text).sorted().joined(separator: " ") }

    /// Which resources of a type somebody may do this with; throws when none.
    func reach(_ interaction: ClinicalScope.Interactions, _ type: String) throws(Refusal) -> RecordReach {
        if interaction.isSubset(of: [.read, .search]) ? reads : writes { return .everything }
        let scopes = clinical.filter { ($0.type ?? type) == type && $0.interactions.isSuperset(of: interaction) }
        guard !scopes.isEmpty else { throw Refusal(scope: ClinicalScope(.patient, type, interaction).text) }
        let categories = scopes.map(\.category)
        return categories.contains(nil) ? .everything : RecordReach(categories: categories.compactMap { $0 })
    }
}
