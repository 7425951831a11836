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
    }

    var consents: [ExplainedConsent] = []
    var answers: [Answer] = []

    init(consents: [ExplainedConsent]) { self.consents = consents }

    /// By the same function that decides when they come, with every scope that there is: what binds is what the person gives.
    init(_ claim: AccessRule.Claim, _ known: AccessRule.Known, of type: String?, _ resource: RecordVersion?, isNamed: Bool) {
        consents = known.consents.map { ExplainedConsent(KeptConsent(record: $0.record, place: 0, given: .init(grantee: $0.grantee, grant: $0.grant)), at: claim.now) }
        let standing: AccessStanding
        do throws(AccessRule.Refusal) {
            standing = try AccessRule.standing(claim, known)
        } catch {
            let reason = claim.role == .provider && !known.isVerified ? "not-verified" : "no-consent"
            answers = [Answer(interaction: "read", isAllowed: false, sources: [], reason: reason)]
            return
        }
        let permissions = RecordPermissions(scopes: ["records:read", "records:write"], contexts: [], standing: standing)
        let asked: [(String, ClinicalScope.Interactions)] = [("read", .read), ("search", .search), ("create", .create), ("update", .update), ("delete", .delete)]
        answers = asked.map { word, interaction in
            let decision = permissions.decide(interaction, type ?? "Observation")
            let isHeld = !isNamed || resource.map { decision.reach.holds($0) } ?? false
            let reason = decision.refusal != nil ? "no-consent-for-this" : isHeld ? "consent" : "out-of-reach"
            return Answer(interaction: word, isAllowed: decision.refusal == nil && isHeld, sources: decision.sources, reason: reason)
        }
        guard type == nil else { return }
        // Of no type in particular: whether there is anything at all is in the consents.
        answers = []
    }
}

extension AccessRule.Claim {
    /// As somebody would come to whom something was given.
    init(_ grantee: Grantee, of owner: UserID, at now: Date) {
        var actor: UserID?
        var (role, client) = (Role.provider, "")
        switch grantee {
        case .provider(let id): actor = id
        case .person(let id): (actor, role) = (id, .patient)
        case .organisation: break
        case .client(let id): (role, client) = (.service, id)
        }
        self.init(actor: actor, role: role, client: client, owner: owner, purpose: .treatment, now: now)
    }
}
