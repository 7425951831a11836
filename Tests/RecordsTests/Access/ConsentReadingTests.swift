import CareModels
import FHIR
import Foundation
import JSON
import Testing

@testable import RecordsService

@Suite struct ConsentReadingTests {
    private static let provider = "019ca000-55aa-7d10-8f3b-9a1c2e4d6f80"
    private static let house = "019cb7f1-2a3b-7c4d-8e5f-60718293a4b5"
    private static let owner = UserID(.v7())

    private static func actor(_ reference: String = "Practitioner/\(provider)") -> String {
        #"{"role":{"coding":[{"code":"IRCP"}]},"reference":{"reference":"\#(reference)"}}"#
    }

    private static func read(_ provision: String, status: String = "active", _ release: FHIRRelease = .r4) throws -> [ConsentReading.Given] {
        let text = #"{"resourceType":"Consent","status":"\#(status)","provision":{\#(provision)}}"#
        return try ConsentReading(try JSONDocument(Array(text.utf8)).root, release, of: owner).given
    }

    private static let permit = #""type":"permit","actor":[\#(actor())]"#

    @Test(arguments: ["draft", "proposed", "rejected", "inactive", "entered-in-error"]) func whatIsNotActiveGivesNothing(_ status: String) throws {
        #expect(try Self.read(Self.permit, status: status).isEmpty)
        #expect(try Self.read(Self.permit).count == 1)
    }

    @Test(
        arguments: [
            ("Practitioner/P", "provider"), ("https://care.example/fhir/r4/Practitioner/P", "provider"), ("Organization/H", "organisation"),
            ("Device/our-app", "client"), ("RelatedPerson/P", "person"), ("Patient/P", "person"), ("Practitioner/amara", nil), ("#me", nil),
            ("PractitionerRole/P", nil), ("P", nil)
        ] as [(String, String?)])
    func toWhom(_ reference: String, _ kind: String?) throws {
        let ids = reference.replacing(/\bP$/, with: Self.provider).replacing(/\bH$/, with: Self.house)
        let given = try Self.read(#""type":"permit","actor":[\#(Self.actor(ids))]"#)
        let found: String? =
            switch given.first?.grantee {
            case nil: nil
            case .provider: "provider"
            case .person: "person"
            case .organisation: "organisation"
            case .client: "client"
            }
        #expect(found == kind)
    }

    /// Whoever was asked again and did not agree has given nothing; that nobody has asked says nothing.
    @Test(arguments: [(#"[{"verified":false}]"#, false), (#"[{"verified":true},{"verified":false}]"#, false), (#"[{"verified":true}]"#, true), ("[]", true)])
    func whatWasNotVerifiedGivesNothing(_ verification: String, _ gives: Bool) throws {
        let text = #"{"resourceType":"Consent","status":"active","verification":\#(verification),"provision":{\#(Self.permit)}}"#
        let given = try ConsentReading(try JSONDocument(Array(text.utf8)).root, .r4, of: Self.owner).given
        #expect(given.count == (gives ? 1 : 0))
    }

    @Test(
        arguments: [
            (nil, true), ("http://terminology.hl7.org/CodeSystem/consentaction", true), ("http://hl7.org/fhir/consentaction", true), ("urn:somebody:else", false),
            ("", false)
        ] as [(String?, Bool)]) func anActionIsOfItsCodeSystem(_ system: String?, _ gives: Bool) throws
    {
        let coding = (system.map { #""system":"\#($0)","# } ?? "") + #""code":"access""#
        #expect(try Self.read(Self.permit + #","action":[{"coding":[{\#(coding)}]}]"#).count == (gives ? 1 : 0))
    }

    @Test(arguments: [#""system":"http://terminology.hl7.org/CodeSystem/v3-ActReason","#, #""system":"http://hl7.org/fhir/v3/ActReason","#, ""])
    func aPurposeIsOfItsCodeSystem(_ system: String) throws {
        #expect(try Self.read(Self.permit + #","purpose":[{\#(system)"code":"HRESCH"}]"#).first?.grant.purposes == ["HRESCH"])
    }

    /// Whatever cannot be decided gives nothing.
    @Test(
        arguments: [
            #""securityLabel":[{"code":"R"}]"#, #""data":[{"meaning":"instance","reference":{"reference":"Observation/1"}}]"#, #""dataPeriod":{"start":"2026"}"#,
            #""class":[{"system":"urn:ietf:rfc:3986","code":"http://x/profile"}]"#, #""class":[{"code":"Observation"}]"#, #""code":[{"text":"pulse"}]"#,
            #""purpose":[{"display":"care"}]"#, #""purpose":[{"system":"urn:x","code":"TREAT"}]"#, #""purpose":[{"code":"TREAT"},{"system":"","code":"ETREAT"}]"#,
            #""action":[{"coding":[{"code":"sell"}]}]"#,
            #""action":[{"coding":[{"code":"access"}]},{"text":"sell"}]"#, #""period":{"start":"soon"}"#, #""period":{"end":5}"#,
            #""extension":[{"url":"https://careline.example/fhir/annotations","valueString":""}]"#
        ]) func whatCannotBeDecidedGivesNothing(_ restriction: String) throws
    {
        #expect(try Self.read(Self.permit + "," + restriction).isEmpty)
        // To take it out again it is taken whole.
        let given = try Self.read(Self.permit + #","provision":[{"type":"deny",\#(restriction)}]"#)
        let exception = try #require(given.first?.grant.exceptions.first)
        #expect(exception.content == ContentRule() && exception.purposes.isEmpty && exception.from == nil)
        #expect(exception.interactions == ClinicalScope.Interactions.all.rawValue)
        // Nor does what is permitted within it.
        #expect(try Self.read(#""type":"deny",\#(restriction),"provision":[{\#(Self.permit)}]"#).isEmpty)
    }

    /// A rule within another one is an exception to that: it gives nothing of what that is not about.
    @Test func whatIsWithinIsOfWhatIsAroundIt() throws {
        func grant(_ outer: String, _ inner: String = "") throws -> ConsentGrant? {
            try Self.read(#""type":"deny",\#(outer),"provision":[{\#(Self.permit)\#(inner)}]"#).first?.grant
        }
        func types(_ names: String...) -> String {
            let codings = names.map { #"{"system":"http://hl7.org/fhir/resource-types","code":"\#($0)"}"# }
            return #""class":[\#(codings.joined(separator: ","))]"#
        }
        #expect(try grant(types("Observation"))?.content.types == ["Observation"])
        #expect(try grant(types("Observation", "Condition"), "," + types("Condition", "Procedure"))?.content.types == ["Condition"])
        #expect(try grant(types("Observation"), "," + types("Condition")) == nil)
        let code = #""code":[{"coding":[{"system":"http://loinc.org","code":"8867-4"}]}]"#
        let both = try grant(types("Observation"), "," + code)?.content
        #expect(both?.types == ["Observation"] && both?.codes == [CodeToken(system: "http://loinc.org", code: "8867-4")])
        #expect(try grant(#""purpose":[{"code":"TREAT"}]"#)?.purposes == ["TREAT"])
        #expect(try grant(#""purpose":[{"code":"TREAT"}]"#, #","purpose":[{"code":"HRESCH"}]"#) == nil)
        let access = #""action":[{"coding":[{"code":"access"}]}]"#
        #expect(try grant(access).map { ClinicalScope.Interactions(rawValue: $0.interactions) } == [.read, .search])
        #expect(try grant(access, #","action":[{"coding":[{"code":"collect"}]}]"#) == nil)
        let text = #"{"resourceType":"Consent","status":"active",\#(access),"except":[{\#(Self.permit)}]}"#
        let given = try ConsentReading(try JSONDocument(Array(text.utf8)).root, .stu3, of: Self.owner).given
        #expect(given.first.map { ClinicalScope.Interactions(rawValue: $0.grant.interactions) } == [.read, .search])
    }

    /// What is around them counts for each of those whom it gives to, too.
    @Test func whatIsAroundIsSaidOfEach() throws {
        let code = #""code":[{"coding":[{"code":"\#(String(repeating: "c", count: 200_000))"}]}]"#
        func read(_ count: Int) throws -> Int {
            let permits = (0..<count).map { #"{"type":"permit","actor":[\#(Self.actor("Device/app-\($0)"))]}"# }.joined(separator: ",")
            return try Self.read(#""type":"deny",\#(code),"provision":[\#(permits)]"#).count
        }
        #expect(try read(10) == 10)
        #expect(throws: ResourceFault.self) { try read(60) }
    }

    @Test func whatIsGiven() throws {
        let grant = try #require(
            try Self.read(
                Self.permit + """
                    ,"period":{"start":"2026-03-01","end":"2026-03-31"},"purpose":[{"code":"TREAT"}],"action":[{"coding":[{"code":"access"}]}],\
                    "class":[{"system":"http://hl7.org/fhir/resource-types","code":"Observation"},{"system":"urn:c","code":"laboratory"}],\
                    "code":[{"coding":[{"system":"http://loinc.org","code":"8867-4"}]}],\
                    "extension":[{"url":"https://careline.example/fhir/annotations","valueString":"shared"}]
                    """
            ).first?.grant)
        #expect(grant.content.types == ["Observation"] && grant.content.categories == [CodeToken(system: "urn:c", code: "laboratory")])
        #expect(grant.content.codes == [CodeToken(system: "http://loinc.org", code: "8867-4")] && grant.content.annotations == ["shared"])
        #expect(grant.purposes == ["TREAT"] && ClinicalScope.Interactions(rawValue: grant.interactions) == [.read, .search])
        #expect(grant.from == RFC3339.parse("2026-03-01T00:00:00Z") && grant.until == RFC3339.parse("2026-04-01T00:00:00Z"))
    }

    @Test func whatIsDeniedAtTheRootIsPermittedByItsExceptions() throws {
        let inner =
            #"{"type":"permit","actor":[\#(Self.actor()),\#(Self.actor("Organization/\(Self.house)"))],"class":[{"system":"http://hl7.org/fhir/resource-types","code":"Condition"}]}"#
        let given = try Self.read(#""type":"deny","period":{"end":"2026"},"provision":[\#(inner)]"#)
        #expect(given.count == 2 && given.allSatisfy { $0.grant.content.types == ["Condition"] && $0.grant.until != nil })
        #expect(try Self.read(#""type":"deny","actor":[\#(Self.actor())]"#).isEmpty)
        #expect(try Self.read(#""actor":[\#(Self.actor())]"#).isEmpty)
        // An exception for somebody else leaves this one as it is.
        let other = #"{"type":"deny","actor":[\#(Self.actor("Practitioner/\(Self.house)"))]}"#
        #expect(try Self.read(Self.permit + #","provision":[\#(other)]"#).first?.grant.exceptions.isEmpty == true)
    }

    /// Who comes is known only when they come: whom an exception names goes along with it.
    @Test func anExceptionKeepsWhomItNames() throws {
        let doctor = #"{"type":"deny","actor":[\#(Self.actor())]}"#
        let house = #""type":"permit","actor":[\#(Self.actor("Organization/\(Self.house)"))]"#
        let provider = Grantee.provider(try #require(UserID(Self.provider)))
        #expect(try Self.read(house + #","provision":[\#(doctor)]"#).first?.grant.exceptions.map(\.actors) == [[provider]])
        let nobody = #"{"type":"deny","actor":[\#(Self.actor("Group/1"))]}"#
        #expect(try Self.read(house + #","provision":[\#(nobody)]"#).first?.grant.exceptions.map(\.actors) == [nil])
        // What is denied beside a permit is denied of it, in both releases.
        #expect(try Self.read(#""type":"deny","provision":[\#(doctor),{\#(house)}]"#).first?.grant.exceptions.count == 1)
        let text = #"{"resourceType":"Consent","status":"active","except":[{\#(house)},\#(doctor)]}"#
        #expect(try ConsentReading(try JSONDocument(Array(text.utf8)).root, .stu3, of: Self.owner).given.first?.grant.exceptions.count == 1)
    }

    @Test func whatModifiesItMakesItGiveNothing() throws {
        let modifier = #""modifierExtension":[{"url":"urn:not","valueBoolean":true}]"#
        #expect(try Self.read(Self.permit + "," + modifier).isEmpty)
        #expect(try Self.read(Self.permit + #","provision":[{"type":"deny",\#(modifier)}]"#).isEmpty)
        let text = #"{"resourceType":"Consent","status":"active",\#(modifier),"provision":{\#(Self.permit)}}"#
        #expect(try ConsentReading(try JSONDocument(Array(text.utf8)).root, .r4, of: Self.owner).given.isEmpty)
    }

    @Test(
        arguments: [
            (#""coding":[{"system":"http://terminology.hl7.org/CodeSystem/consentscope","code":"patient-privacy"}]"#, true),
            (#""coding":[{"code":"patient-privacy"},{"system":"urn:ours","code":"sharing"}]"#, true), (#""coding":[{"code":"treatment"}]"#, false),
            (#""coding":[{"code":"patient-privacy"},{"code":"research"}]"#, false), (#""coding":[{"system":"urn:ours","code":"patient-privacy"}]"#, false),
            (#""text":"Privacy""#, false), (#""coding":[{"display":"Privacy"}]"#, false)
        ]) func whatIsNotOfPrivacyGivesNothing(_ scope: String, _ gives: Bool) throws
    {
        let text = #"{"resourceType":"Consent","status":"active","scope":{\#(scope)},"provision":{\#(Self.permit)}}"#
        #expect(try ConsentReading(try JSONDocument(Array(text.utf8)).root, .r4, of: Self.owner).given.isEmpty != gives)
    }

    @Test(arguments: FHIRRelease.allCases) func whatIsOfSomebodyElseGivesNothing(_ release: FHIRRelease) throws {
        func gives(_ patient: String) throws -> Bool {
            let terms = release == .r4 ? #""provision":{\#(Self.permit)}"# : #""except":[{\#(Self.permit)}]"#
            let text = #"{"resourceType":"Consent","status":"active","patient":{\#(patient)},\#(terms)}"#
            return try !ConsentReading(try JSONDocument(Array(text.utf8)).root, release, of: Self.owner).given.isEmpty
        }
        #expect(try gives(#""reference":"Patient/\#(Self.owner)""#))
        #expect(try gives(#""reference":"https://care.example\#(release.path)/Patient/\#(Self.owner)""#))
        for other in [#""reference":"Patient/\#(Self.provider)""#, ##""reference":"#me""##, #""reference":"Practitioner/\#(Self.owner)""#, #""display":"Amara""#] {
            #expect(try !gives(other), "\(other)")
        }
    }

    @Test func theReleaseBefore() throws {
        func read(_ members: String) throws -> [ConsentReading.Given] {
            try ConsentReading(try JSONDocument(Array(#"{"resourceType":"Consent","status":"active",\#(members)}"#.utf8)).root, .stu3, of: Self.owner).given
        }
        let except = #""except":[{"type":"permit","actor":[\#(Self.actor())],"class":[{"system":"http://hl7.org/fhir/resource-types","code":"Observation"}]}]"#
        #expect(try read(except).map(\.grant.content.types) == [["Observation"]])
        #expect(try read(#""actor":[\#(Self.actor())]"#).isEmpty)
        #expect(
            try read(#""policyRule":"http://goo.gl/opt-in","actor":[\#(Self.actor())],"except":[{"type":"deny","code":[{"code":"1"}]}]"#).first?.grant.exceptions.count
                == 1)
    }

    @Test func thereIsAMost() {
        let actors = (0...ConsentReading.most).map { Self.actor("Device/app-\($0)") }.joined(separator: ",")
        #expect(throws: ResourceFault.self) { try Self.read(#""type":"permit","actor":[\#(actors)]"#) }
    }

    /// What is denied beside them is kept for each of those whom it gives to.
    @Test func soMuchIsSaidAtMost() throws {
        let denied = #"{"type":"deny","code":[{"coding":[{"code":"\#(String(repeating: "c", count: 200_000))"}]}]}"#
        func read(_ count: Int) throws -> Int {
            let permits = (0..<count).map { #"{"type":"permit","actor":[\#(Self.actor("Device/app-\($0)"))]}"# }.joined(separator: ",")
            return try Self.read(#""type":"deny","provision":[\#(permits),\#(denied)]"#).count
        }
        #expect(try read(10) == 10)
        #expect(throws: ResourceFault.self) { try read(60) }
        // Nor for one of them alone, by which each resource is looked at.
        func exceptions(_ count: Int, codes: Int = 1, length: Int = 1) throws -> Int {
            let code = #"{"coding":[{"code":"%"}]}"#
            let denied = (0..<count).map { exception in
                let named = (0..<codes).map { code.replacing("%", with: "\(exception)-\($0)" + String(repeating: "c", count: length)) }
                return #"{"type":"deny","code":[\#(named.joined(separator: ","))]}"#
            }
            return try Self.read(Self.permit + #","provision":[\#(denied.joined(separator: ","))]"#).first?.grant.exceptions.count ?? 0
        }
        #expect(try exceptions(100) == 100 && exceptions(10, codes: 90) == 10)
        #expect(throws: ResourceFault.self) { try exceptions(101) }
        #expect(throws: ResourceFault.self) { try exceptions(11, codes: 100) }
        #expect(throws: ResourceFault.self) { try exceptions(2, length: 140_000) }
        // Nor are there so many that give nothing.
        let empty = Array(repeating: #"{"type":"permit"}"#, count: 2_000).joined(separator: ",")
        #expect(throws: ResourceFault.self) { try Self.read(#""type":"deny","provision":[\#(empty)]"#) }
    }
}
