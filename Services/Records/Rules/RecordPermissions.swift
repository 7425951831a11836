import CareModels

/// What somebody may do with a person's FHIR resources. Two things bind: the token (all that `records:read` and `records:write` say, or what the clinical
/// scopes of SMART App Launch give, of each type each interaction), and, of whoever is neither the person nor in their place, what the person has given.
struct RecordPermissions: Equatable, Sendable {
    private let reads: Bool
    private let writes: Bool
    private let clinical: [ClinicalScope]
    private let standing: AccessStanding

    enum Refusal: Error, Equatable {
        /// The token lacks a scope; one that would do.
        case scope(String)
        /// No consent gives this.
        case consent
        /// Who may see what is the person's own to say.
        case patientAlone
    }

    /// - Parameter contexts: which of its clinical scopes count here.
    init(scopes: Set<String>, contexts: Set<ClinicalScope.Context>, standing: AccessStanding = .owner) {
        reads = scopes.contains("records:read")
        writes = scopes.contains("records:write")
        var clinical: [ClinicalScope] = []
        for text in scopes where ClinicalScope.isMeant(text) {
            if let scope = try? ClinicalScope(text), contexts.contains(scope.context) { clinical.append(scope) }
        }
        self.clinical = clinical
        self.standing = standing
    }

    /// Scopes for a patient's count for that patient alone; those of a person say nothing for a machine, nor the other way round.
    /// - Parameter isForRecord: the token is for the patient whose record it is.
    init(scopes: Set<String>, role: Role, isForRecord: Bool, standing: AccessStanding) {
        var contexts: Set<ClinicalScope.Context> = role == .service ? [.system] : [.user]
        if role != .service, isForRecord { contexts.insert(.patient) }
        self.init(scopes: scopes, contexts: contexts, standing: standing)
    }

    /// What tells it from others, unless it is all that there is: an answer that was kept for a token with more is no answer for one with less.
    var mark: String? {
        let scopes = reads && writes ? "" : "\(reads) \(writes) " + clinical.map(\.text).sorted().joined(separator: " ")
        let mark = scopes + (standing.mark.map { " \($0)" } ?? "")
        return mark.isEmpty ? nil : mark
    }

    /// Which resources of a type somebody may do this with; throws when none.
    func reach(_ interaction: ClinicalScope.Interactions, _ type: String) throws(Refusal) -> RecordReach {
        let decision = decide(interaction, type)
        if let refusal = decision.refusal { throw refusal }
        return decision.reach
    }

    /// The same with what it is for: the one place where it is decided who may do what with which resources.
    func decide(_ interaction: ClinicalScope.Interactions, _ type: String) -> AccessDecision {
        var decision = AccessDecision()
        decideByToken(interaction, type, &decision)
        guard decision.refusal == nil else { return decision }
        if type == SecurityContext.type, !readsEverything { decision.reach.contexts = self }
        let isRead = interaction.isSubset(of: [.read, .search])
        if type == "Consent", !isRead, !standing.isInPlaceOfOwner { decision.refusal = .patientAlone }
        guard case .given(let given) = standing, decision.refusal == nil else { return decision }
        let portions = given.portions(interaction, type)
        decision.sources = portions.map(\.0)
        if portions.isEmpty { decision.refusal = .consent }
        if !portions.contains(where: { $0.1.isEverything }) { decision.reach.portions = portions.map(\.1) }
        // A write of what is not there is an update to FHIR, and to the person one more thing in their record.
        if interaction == .update {
            let made = given.portions(.create, type).map(\.1)
            if !made.contains(where: \.isEverything) { decision.reach.made = made }
        }
        return decision
    }

    /// Of whatever type.
    private var readsEverything: Bool {
        guard reads || clinical.contains(where: { $0.type == nil && $0.category == nil && $0.interactions.contains(.read) }) else { return false }
        guard case .given(let given) = standing else { return true }
        return given.allowances.contains { allowance in
            allowance.grant.content == ContentRule() && allowance.grant.exceptions.isEmpty
                && ClinicalScope.Interactions(rawValue: allowance.grant.interactions).contains(.read) && allowance.grant.counts(at: given.now, for: given.purpose)
        }
    }

    private func decideByToken(_ interaction: ClinicalScope.Interactions, _ type: String, _ decision: inout AccessDecision) {
        let isRead = interaction.isSubset(of: [.read, .search])
        if isRead ? reads : writes {
            decision.scopes = [isRead ? "records:read" : "records:write"]
            return
        }
        let scopes = clinical.filter { ($0.type ?? type) == type && $0.interactions.isSuperset(of: interaction) }
        decision.scopes = scopes.map(\.text)
        if scopes.isEmpty { decision.refusal = .scope(ClinicalScope(standing.context, type, interaction).text) }
        let categories = scopes.map(\.category)
        if !categories.contains(nil) { decision.reach.categories = categories.compactMap { $0 } }
    }
}

/// Whether something may be done, with what, and by what.
struct AccessDecision: Equatable, Sendable {
    var refusal: RecordPermissions.Refusal?
    var reach = RecordReach.everything
    /// Of the token, those that allow it.
    var scopes: [String] = []
    /// What the person has given that allows it.
    var sources: [AccessSource] = []

    /// Of a type all resources, whatever is in them.
    var isEverything: Bool { refusal == nil && reach.categories == nil && reach.portions == nil }
}
