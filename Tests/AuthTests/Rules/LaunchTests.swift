import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct LaunchTests {
    private static let tooMany = (0...Scopes.mostClinical).map { "patient/Observation.r?category=a\($0)" }.joined(separator: " ")

    @Test(
        arguments: [
            ("openid patient/Observation.read", ["openid", "patient/Observation.rs"]), ("patient/*.r patient/*.s nonsense", ["patient/*.rs", "nonsense"]),
            (nil, [])
        ] as [(String?, Set<String>)])
    func whatIsAskedFor(_ text: String?, _ scopes: Set<String>) throws { #expect(try Scopes.asked(text) == scopes) }

    @Test(
        arguments: [
            "patient/Observation.rs?code=1", "patient/Nothing.rs", "openid user/x", "system/Observation.rx",
            tooMany
        ])
    func whatCannotBeMeantIsRefusedWhole(_ text: String) {
        #expect(throws: OAuthError.self) { try Scopes.asked(text) }
        let refused = Result { () throws(OAuthError) in try Scopes.asked(text) }
        if case .failure(let error) = refused { #expect(error.code == .invalidScope) }
    }

    @Test func aClientGivesAPartOfAScope() {
        #expect(Scopes.within(["openid", "patient/Observation.rs"], ["openid", "email", "patient/*.cruds"]) == ["openid", "patient/Observation.rs"])
        #expect(Scopes.within(["openid"], ["openid", "patient/*.cruds"]) == ["openid"])
        #expect(Scopes.cover(["openid", "patient/*.rs"], ["openid", "patient/Patient.r"]))
        #expect(!Scopes.cover(["openid", "patient/*.rs"], ["email", "patient/Patient.r"]))
        #expect(Scopes.format(["patient/B.r", "openid", "launch", "fhirUser", "patient/Patient.r"]) == "openid fhirUser launch patient/B.r patient/Patient.r")
    }

    /// Of systems that are asked for and codes that an app has, each with each.
    @Test func whatBothGiveTogetherIsNoMoreThanMayBeAskedFor() throws {
        func asked(_ count: Int) -> String { (0..<count).map { "patient/Observation.r?category=urn:x\($0)|" }.joined(separator: " ") }
        let allowed = Set((0..<8).map { "patient/Observation.r?category=a\($0)" })
        #expect(try Scopes.asked(asked(8), within: allowed).count == Scopes.mostClinical)
        #expect(throws: OAuthError(.invalidScope, "scope must name at most 64 scopes for types of resources")) { try Scopes.asked(asked(9), within: allowed) }
        #expect(try Scopes.asked("openid email", within: ["openid"]) == ["openid"])
    }

    @Test(arguments: ["patient/Patient.rs", nil, "patient/Patient.cruds", "email patient/Patient.r"] as [String?]) func aRefreshAsksForLess(_ asked: String?) {
        let granted: Set = ["openid", "patient/*.rs"]
        let given = try? Scopes.narrowed(asked, of: granted)
        #expect(given == (asked == nil ? granted : asked == "patient/Patient.rs" ? ["patient/Patient.rs"] : nil))
    }

    @Test(arguments: Role.allCases) func theRecordsAreTheirOwnersToGive(_ role: Role) {
        let asked: Set = ["openid", "fhirUser", "launch/patient", "online_access", "patient/*.rs", "user/Patient.r", "system/*.rs"]
        let given = Scopes.given(by: role, of: asked, launch: nil)
        let provided: Set = ["openid", "online_access", "user/Patient.r"]
        #expect(given == (role == .patient ? asked.subtracting(["system/*.rs"]) : role == .provider ? provided : ["openid", "online_access"]))
        // By a launch a provider gives what is about its patient.
        let launched = Scopes.given(by: role, of: asked, launch: Self.launch(by: UserID(.v7()), for: UserID(.v7())))
        #expect(launched == (role == .provider ? provided.union(["launch/patient", "patient/*.rs"]) : given))
    }

    private static func launch(by user: UserID, for patient: UserID) -> Launch {
        Launch(handleHash: [], userID: user, clientID: nil, patientID: patient, encounterID: nil, expiresAt: Date(timeIntervalSince1970: 0))
    }

    @Test func whatAProviderHasOpenedAnAppForIsAllThatItIsFor() {
        let (me, patient) = (UserID(.v7()), UserID(.v7()))
        for scopes in [["openid"], ["user/*.rs"], ["launch", "patient/*.rs"], ["records:read"]] as [Set<String>] {
            #expect(Launch.patient(of: scopes, launch: Self.launch(by: me, for: patient), user: me) == patient, "\(scopes)")
        }
        for (scopes, isAboutThem) in [(["openid"], false), (["user/*.rs"], false), (["launch", "patient/*.rs"], true)] as [(Set<String>, Bool)] {
            #expect(Launch.patient(of: scopes, launch: Self.launch(by: me, for: me), user: me) == (isAboutThem ? me : nil), "\(scopes)")
        }
    }

    @Test(
        arguments: [
            (nil, nil, ["openid"], true), (nil, nil, ["patient/*.rs"], false), (nil, nil, ["launch/patient"], false), (nil, nil, ["fhirUser"], false),
            ("https://x/fhir/r4", nil, ["patient/*.rs"], true), ("https://x/fhir/r4", nil, ["launch"], false), ("https://x/fhir/r4", "l", ["launch"], true),
            ("https://x/fhir/r4", String(repeating: "l", count: 256), ["launch"], false), (nil, "l", ["openid"], true)
        ] as [(String?, String?, Set<String>, Bool)])
    func whatGoesWithTheScopes(_ audience: String?, _ launch: String?, _ scopes: Set<String>, _ isFine: Bool) {
        #expect(((try? LaunchParameters(audience: audience, launch: launch, scopes: scopes)) != nil) == isFine)
    }

    @Test func theServersAddressMayEndInASlash() throws {
        #expect(try LaunchParameters(audience: "https://x/fhir/r4/", launch: nil, scopes: ["fhirUser"]).fhirBase == LaunchParameters.bases(issuer: "https://x")[0])
    }

    @Test func whoMayOpenAnAppForWhom() {
        func client(_ change: (inout Client) -> Void) -> Client {
            var client = Client(
                id: "app", name: "App", kind: .public, secretHash: nil, redirectURIs: ["https://app.example/cb"], scopes: ["openid", "launch"],
                grants: [.authorizationCode], isFirstParty: false)
            change(&client)
            return client
        }
        let (own, app, me, other) = (client { $0.isFirstParty = true }, client { _ in }, UserID(.v7()), UserID(.v7()))
        func patient(_ named: UserID?, _ role: Role, _ by: Client) -> Result<UserID, Launch.Refusal> {
            Result { () throws(Launch.Refusal) in try Launch.patient(named, by: (me, role, by)) }
        }
        func refusal(_ opened: Client?) -> Launch.Refusal? {
            do throws(Launch.Refusal) {
                try Launch.check(opening: opened)
                return nil
            } catch { return error }
        }
        for named in [nil, me] { #expect(patient(named, .patient, own) == .success(me)) }
        #expect(patient(me, .patient, client { $0.id = Client.firstPartyID }) == .success(me))
        #expect(patient(other, .patient, own) == .failure(.patient))
        #expect(patient(other, .provider, own) == .success(other))
        #expect(patient(nil, .provider, own) == .failure(.noPatient))
        for role in [Role.patient, .provider] { #expect(patient(me, role, app) == .failure(.notTrusted)) }
        for role in Role.allCases where ![.patient, .provider].contains(role) { #expect(patient(me, role, own) == .failure(.patient)) }
        #expect(refusal(app) == nil && refusal(nil) == .noSuchApp)
        #expect(refusal(client { $0.scopes = ["openid"] }) == .noSuchApp)
        #expect(refusal(client { $0.grants = [.clientCredentials] }) == .noSuchApp)
    }

    @Test(
        arguments: [
            (["system/Observation.rs"], ["client_credentials"], nil, "{}", true),
            (["system/Observation.rs"], ["client_credentials"], String(repeating: "s", count: 32), nil, false),
            (["system/Observation.rs"], ["authorization_code"], nil, "{}", false), (["patient/Observation.sr"], ["authorization_code"], nil, nil, false),
            (["patient/Observation.read", "launch/patient"], ["authorization_code"], nil, nil, true)
        ] as [([String], [String], String?, String?, Bool)])
    func howAClientIsRegistered(_ scopes: [String], _ grants: [String], _ secret: String?, _ jwks: String?, _ isFine: Bool) {
        let keys = jwks.map { _ in try? ClientKeyPair.set(ClientKeyPair()) } ?? nil
        let registration = ClientRegistration(
            id: "app", name: "App", secret: secret, redirectURIs: ["https://app.example/cb"], scopes: scopes, grants: grants, isFirstParty: false, jwks: keys)
        let client = try? registration.check()
        #expect((client != nil) == isFine, "\(registration.faults)")
        if scopes.contains("launch/patient") { #expect(client?.scopes == ["patient/Observation.rs", "launch/patient"]) }
    }

    @Test func whatAMachineGets() throws {
        var machine = Client(
            id: "m", name: "M", kind: .confidential, secretHash: nil, redirectURIs: [], scopes: ["system/Observation.rs", "patient/*.rs", "records:any", "launch"],
            grants: [.clientCredentials], isFirstParty: false)
        machine.jwks = "{}"
        #expect(try machine.scopes(forItself: nil) == ["system/Observation.rs", "records:any"])
        #expect(try machine.scopes(forItself: "system/*.read") == ["system/Observation.rs"])
        #expect(throws: OAuthError.self) { try machine.scopes(forItself: "system/Patient.r") }
        #expect(throws: OAuthError.self) { try machine.scopes(forItself: "patient/*.rs") }
        // A secret is no proof for it, whatever is in the table.
        machine.jwks = nil
        #expect(try machine.scopes(forItself: nil) == ["records:any"])
    }

    @Test func aPersonReadsWhatTheyAgreeTo() throws {
        let words = [
            "patient/Observation.rs?category=urn:x|laboratory": "Your measurements and findings of the category “laboratory”: see",
            "patient/*.cruds": "All of your health records: see, add, change, delete", "user/Basic.cud": "Your health records of the type Basic: add, change, delete"
        ]
        for (scope, said) in words { #expect(Scopes.explanation(scope).string(in: .english) == said) }
        for type in [nil] + ResourceTypes.all.map(Optional.some) {
            for (context, byProvider) in [(ClinicalScope.Context.patient, false), (.patient, true), (.user, true)] {
                #expect(ClinicalScope(context, type, .all).explanation(byProvider: byProvider).missing(in: .french).isEmpty)
            }
        }
        let theirs = [
            "patient/Observation.rs?category=urn:x|laboratory":
                "As far as they are open to you, this patient’s health records of the type Observation of the category “laboratory”: see",
            "user/*.rs": "As far as they are open to you, your patients’ health records: see", "launch": "Be opened by another app for a patient’s health records"
        ]
        for (scope, said) in theirs { #expect(Scopes.explanation(scope, byProvider: true).string(in: .english) == said) }
        #expect(Scopes.explanation(LaunchScopes.launch, byProvider: true).missing(in: .french).isEmpty)
        for scope in LaunchScopes.all { #expect(Scopes.explanation(scope).missing(in: .french).isEmpty) }
    }
}
