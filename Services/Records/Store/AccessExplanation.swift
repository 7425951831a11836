import CareModels
import Foundation

/// One consent's gift, for whom it is a gift.
struct ExplainedConsent: Sendable {
    var record: RecordID
    var given: ConsentReading.Given
    /// It counts now, for a purpose that it names.
    var counts: Bool

    init(_ kept: KeptConsent, at now: Date) {
        (record, given) = (kept.record, kept.given)
        counts = kept.given.grant.counts(at: now)
    }
}

/// Who may see what, and why.
struct AccessExplanation: Sendable {
    /// What somebody would hear who asked for this.
    struct Answer: Sendable {
        var interaction: String
        var isAllowed: Bool
        var sources: [AccessSource]
        var reason: String
        /// Of the token, those that allow it; and one that would, where none does.
        var scopes: [String] = []
        var missing: String?
    }

    var consents: [ExplainedConsent] = []
    var answers: [Answer] = []

    init(consents: [ExplainedConsent]) { self.consents = consents }

    /// By the same function that decides when they come.
    ///
    /// - Parameter scopes: of the token that they would have; nil for every scope that there is: what binds then is what the person gives.
    init(
        _ claim: AccessRule.Claim, _ known: AccessRule.Known, of type: String?, _ resource: RecordVersion?, isNamed: Bool, scopes: Set<String>? = nil
    ) {
        consents = known.consents.map { ExplainedConsent(KeptConsent(record: $0.record, place: 0, given: .init(grantee: $0.grantee, grant: $0.grant)), at: claim.now) }
        let standing: AccessStanding
        do throws(AccessRule.Refusal) {
            standing = try AccessRule.standing(claim, known)
        } catch {
            let reason = claim.role == .provider && !known.isVerified ? "not-verified" : "no-consent"
            answers = [Answer(interaction: "read", isAllowed: false, sources: [], reason: reason)]
            return
        }
        let every: Set = ["records:read", "records:write"]
        let permissions = RecordPermissions(scopes: scopes ?? every, contexts: claim.role == .service ? [.system] : [.user], standing: standing)
        let asked: [(String, ClinicalScope.Interactions)] = [("read", .read), ("search", .search), ("create", .create), ("update", .update), ("delete", .delete)]
        answers = asked.map { word, interaction in
            let decision = permissions.decide(interaction, type ?? "Observation")
            let isHeld = !isNamed || resource.map { decision.reach.holds($0) } ?? false
            var answer = Answer(interaction: word, isAllowed: decision.refusal == nil && isHeld, sources: decision.sources, reason: isHeld ? "consent" : "out-of-reach")
            if scopes != nil { answer.scopes = decision.scopes.sorted() }
            switch decision.refusal {
            case .scope(let scope): (answer.reason, answer.missing) = ("no-scope-for-this", scope)
            case .consent, .patientAlone: answer.reason = "no-consent-for-this"
            case nil: break
            }
            return answer
        }
        guard type == nil else { return }
        // Of no type in particular: whether there is anything at all is in the consents.
        answers = []
    }
}

extension AccessRule.Claim {
    /// As somebody would come to whom something was given.
    init(_ grantee: Grantee, of owner: UserID, for purpose: Purpose = .treatment, at now: Date) {
        var actor: UserID?
        var (role, client) = (Role.provider, "")
        switch grantee {
        case .provider(let id): actor = id
        case .person(let id): (actor, role) = (id, .patient)
        case .organisation: break
        case .client(let id): (role, client) = (.service, id)
        }
        self.init(actor: actor, role: role, client: client, owner: owner, purpose: purpose, now: now)
    }
}
