import CareModels
import FHIR
import Foundation
import JSON
import Testing

@testable import RecordsService

@Suite struct AccessRuleTests {
    private static let owner = UserID(UUID())
    private static let provider = UserID(UUID())
    private static let relative = UserID(UUID())
    private static let house = OrganisationID(UUID())
    private static let now = Date(timeIntervalSince1970: 1_772_800_000)

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var role = Role.provider
        var actor: UserID? = AccessRuleTests.provider
        var guardian: UserID?
        var client = "app"
        var isForAnybody = false
        var purpose = Purpose.treatment
        var isVerified = true
        var organisations: Set<OrganisationID> = []
        var grants: [(Grantee, ConsentGrant)] = []
        var override: TimeInterval?
        /// Nil: nobody is let in.
        var stands: String?
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "the patient", role: .patient, actor: owner, stands: "owner"),
        Case(name: "the guardian, by the ward's token", role: .patient, actor: owner, guardian: relative, stands: "guardian"),
        Case(name: "a machine for everybody's", role: .service, actor: nil, isForAnybody: true, stands: "machine"),
        Case(name: "a machine", role: .service, actor: nil),
        Case(name: "a machine with consent", role: .service, actor: nil, grants: [(.client("app"), ConsentGrant())], stands: "1"),
        Case(name: "another machine's consent", role: .service, actor: nil, grants: [(.client("other"), ConsentGrant())]),
        Case(name: "a provider's app has the client's consent", grants: [(.client("app"), ConsentGrant())]),
        Case(name: "a provider"), Case(name: "a provider with consent", grants: [(.provider(provider), ConsentGrant())], stands: "1"),
        Case(name: "one whom nobody vouches for", isVerified: false, grants: [(.provider(provider), ConsentGrant())]),
        Case(name: "another's consent", grants: [(.provider(relative), ConsentGrant())]),
        Case(name: "a patient with a provider's id", role: .patient, grants: [(.provider(provider), ConsentGrant())]),
        Case(name: "a house's member", organisations: [house], grants: [(.organisation(house), ConsentGrant())], stands: "1"),
        Case(name: "a house's unverified member", isVerified: false, organisations: [house], grants: [(.organisation(house), ConsentGrant())]),
        Case(name: "no member of the house", grants: [(.organisation(house), ConsentGrant())]),
        Case(name: "a relative", role: .patient, actor: relative, grants: [(.person(relative), ConsentGrant())], stands: "1"),
        Case(name: "who acts for a relative", role: .patient, actor: relative, guardian: provider, grants: [(.person(relative), ConsentGrant())]),
        Case(name: "over", grants: [(.provider(provider), ConsentGrant(until: now))]),
        Case(name: "not yet", grants: [(.provider(provider), ConsentGrant(from: now.addingTimeInterval(1)))]),
        Case(name: "from now on", grants: [(.provider(provider), ConsentGrant(from: now, until: now.addingTimeInterval(1)))], stands: "1"),
        Case(name: "for research", grants: [(.provider(provider), ConsentGrant(purposes: ["HRESCH"]))]),
        Case(name: "for research, and it is", purpose: .research, grants: [(.provider(provider), ConsentGrant(purposes: ["HRESCH"]))], stands: "1"),
        Case(name: "an emergency", override: 1, stands: "1"), Case(name: "an emergency that is over", override: 0),
        Case(name: "an unverified provider's emergency", isVerified: false, override: 1),
        Case(name: "a patient's emergency", role: .patient, override: 1), Case(name: "a scheduler", role: .scheduler, grants: [(.provider(provider), ConsentGrant())]),
        Case(name: "a scheduler with the patient's id", role: .scheduler, actor: owner)
    ]

    @Test(arguments: cases) func whoIsLetIn(_ one: Case) {
        let claim = AccessRule.Claim(
            actor: one.actor, guardian: one.guardian, role: one.role, client: one.client, isForAnybody: one.isForAnybody, owner: Self.owner, purpose: one.purpose,
            now: Self.now)
        let consents = one.grants.map { AccessRule.Known.Consent(record: RecordID(UUID()), grantee: $0.0, grant: $0.1) }
        let overrides = one.override.map { [AccessRule.Known.Override(id: UUID(), endsAt: Self.now.addingTimeInterval($0))] } ?? []
        let known = AccessRule.Known(isVerified: one.isVerified, organisations: one.organisations, consents: consents, overrides: overrides)
        let stands: String? =
            switch try? AccessRule.standing(claim, known) {
            case nil: nil
            case .owner: "owner"
            case .guardian: "guardian"
            case .machine: "machine"
            case .given(let given): String(given.allowances.count)
            }
        #expect(stands == one.stands)
    }

    /// Each resource is looked at by all of them.
    @Test(arguments: [(0, 500), (1, 250), (99, 5), (500, 0)]) func whatIsBeyondTheMostIsNotGiven(_ exceptions: Int, _ given: Int) {
        let grant = ConsentGrant(exceptions: Array(repeating: ConsentGrant.Exception(content: ContentRule(types: ["Basic"])), count: exceptions))
        let consents = (0..<600).map { _ in AccessRule.Known.Consent(record: RecordID(UUID()), grantee: .organisation(Self.house), grant: grant) }
        let claim = AccessRule.Claim(actor: Self.provider, role: .provider, client: "app", owner: Self.owner, purpose: .treatment, now: Self.now)
        let standing = try? AccessRule.standing(claim, AccessRule.Known(isVerified: true, organisations: [Self.house], consents: consents))
        let allowances = if case .given(let access)? = standing { access.allowances.count } else { 0 }
        #expect(allowances == given)
    }

    @Test func anExceptionIsForWhomItNames() throws {
        let (other, stranger) = (UserID(UUID()), OrganisationID(UUID()))
        func reaches(_ actors: [Grantee]?) throws -> Bool {
            let grant = ConsentGrant(exceptions: [ConsentGrant.Exception(actors: actors)])
            let claim = AccessRule.Claim(actor: Self.provider, role: .provider, client: "app", owner: Self.owner, purpose: .treatment, now: Self.now)
            let known = AccessRule.Known(
                isVerified: true, organisations: [Self.house],
                consents: [AccessRule.Known.Consent(record: RecordID(UUID()), grantee: .organisation(Self.house), grant: grant)])
            let permissions = RecordPermissions(scopes: ["records:read"], contexts: [.user], standing: try AccessRule.standing(claim, known))
            return (try? permissions.reach(.read, "Observation")) == .everything
        }
        for kept: [Grantee] in [[.provider(other)], [.organisation(stranger)], [.client("other")], [.person(other)]] { #expect(try reaches(kept)) }
        let left: [[Grantee]?] = [nil, [.provider(Self.provider)], [.organisation(Self.house)], [.client("app")], [.provider(other), .provider(Self.provider)]]
        for actors in left { #expect(try !reaches(actors)) }
    }

    private static func permissions(_ grants: ConsentGrant..., scopes: Set<String> = ["records:read", "records:write"]) -> RecordPermissions {
        let allowances = grants.map { Allowance(source: .consent(RecordID(UUID())), grant: $0) }
        return RecordPermissions(scopes: scopes, contexts: [.user], standing: .given(GivenAccess(allowances: allowances, now: now, purpose: .treatment)))
    }

    @Test func tokenAndConsentBothBind() throws {
        let ofObservations = ConsentGrant(content: ContentRule(types: ["Observation"]))
        #expect(try Self.permissions(ofObservations).reach(.read, "Observation") == .everything)
        #expect(throws: RecordPermissions.Refusal.consent) { try Self.permissions(ofObservations).reach(.read, "Condition") }
        #expect(throws: RecordPermissions.Refusal.scope("user/Observation.r")) { try Self.permissions(ofObservations, scopes: []).reach(.read, "Observation") }
        #expect(throws: RecordPermissions.Refusal.scope("user/Observation.r")) {
            try Self.permissions(ofObservations, scopes: ["patient/*.cruds"]).reach(.read, "Observation")
        }
        #expect(try Self.permissions(ofObservations, scopes: ["user/Observation.r"]).reach(.read, "Observation") == .everything)
        #expect(throws: RecordPermissions.Refusal.consent) { try Self.permissions(.reading).reach(.create, "Observation") }
        #expect(try Self.permissions(.reading).reach(.search, "Observation") == .everything)
        #expect(throws: RecordPermissions.Refusal.patientAlone) { try Self.permissions(ConsentGrant()).reach(.create, "Consent") }
        #expect(try Self.permissions(ConsentGrant()).reach(.read, "Consent") == .everything)
        #expect(throws: RecordPermissions.Refusal.patientAlone) {
            try RecordPermissions(scopes: ["records:write"], contexts: [.system], standing: .machine).reach(.update, "Consent")
        }
        #expect(try RecordPermissions(scopes: ["records:write"], contexts: [], standing: .guardian).reach(.update, "Consent") == .everything)
    }

    @Test func portionsAreHeld() throws {
        let lab = CodeToken(system: "urn:c", code: "laboratory")
        let pulse = CodeToken(system: "http://loinc.org", code: "8867-4")
        let grant = ConsentGrant(
            content: ContentRule(types: ["Observation"], categories: [lab], annotations: ["shared"]),
            exceptions: [ConsentGrant.Exception(content: ContentRule(codes: [pulse]))])
        let reach = try Self.permissions(grant).reach(.read, "Observation")
        func holds(_ category: String, _ code: String, _ words: [String]?) throws -> Bool {
            let text = """
                {"resourceType":"Observation","category":[{"coding":[{"system":"urn:c","code":"\(category)"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"\(code)"}]}}
                """
            let resource = try JSONDocument(Array(text.utf8)).root
            let isHeld = reach.holds(resource, words)
            // A search decides alike by what it has of it.
            if let words {
                let values = ResourceSearchValues(resource, words, .r4, base: "http://care.test/fhir/r4").all
                #expect(reach.holds(SearchIndex(id: nil, values), of: "Observation") == isHeld)
            }
            return isHeld
        }
        #expect(try holds("laboratory", "1", ["shared"]))
        #expect(try !holds("vital-signs", "1", ["shared"]) && !holds("laboratory", "8867-4", ["shared"]) && !holds("laboratory", "1", ["other"]))
        #expect(try holds("laboratory", "1", ["other", "shared"]) && !holds("laboratory", "1", []))
        #expect(try !holds("laboratory", "1", nil) && !reach.holds(nil))
        // What is taken out by its words.
        let but = ConsentGrant(exceptions: [ConsentGrant.Exception(content: ContentRule(annotations: ["mine"]))])
        let around = try Self.permissions(but).reach(.read, "Observation")
        let plain = try JSONDocument(Array(#"{"resourceType":"Observation"}"#.utf8)).root
        for (words, isHeld) in [(["mine"], false), (["mine", "other"], false), (["other"], true), ([], true)] {
            #expect(around.holds(plain, words) == isHeld)
            #expect(around.holds(SearchIndex(id: nil, ResourceSearchValues(plain, words, .r4, base: "http://care.test").all), of: "Observation") == isHeld)
        }
        // What is taken out whole leaves nothing; of an action alone, nothing of that.
        let without = ConsentGrant(exceptions: [ConsentGrant.Exception(content: ContentRule(types: ["Condition"]))])
        #expect(throws: RecordPermissions.Refusal.consent) { try Self.permissions(without).reach(.read, "Condition") }
        #expect(try Self.permissions(without).reach(.read, "Observation") == .everything)
        // One consent's exception takes nothing of another's gift.
        #expect(try Self.permissions(without, ConsentGrant()).reach(.read, "Condition") == .everything)
    }
}
