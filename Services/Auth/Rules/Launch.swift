import CareModels
import Foundation

/// An app was opened by another, which the person trusts, for one patient's records: what it is called by, until a code is given for it or it is over. The person is the
/// patient, or a provider: whether and what a provider may see there, the records' service asks at each request.
struct Launch: Equatable, Sendable {
    static let lifetime: TimeInterval = 300

    /// Those that say for whom, and for which visit, an app was opened.
    static let scopes: Set<String> = [LaunchScopes.launch, LaunchScopes.launchPatient, LaunchScopes.launchEncounter]

    var handleHash: [UInt8]
    /// Who opened the app.
    var userID: UserID
    /// Which app was opened; nil for any that may be.
    var clientID: String?
    var patientID: UserID
    /// Of the visit that it is about, where it is about one: an id of FHIR's.
    var encounterID: String?
    var expiresAt: Date

    /// Whose records a token with these scopes is for; nil when it is for nobody's in particular. What a provider has opened an app for is all that it is for,
    /// whatever its scopes.
    static func patient(of scopes: Set<String>, launch: Launch?, user: UserID) -> UserID? {
        if let launch, launch.patientID != user { return launch.patientID }
        return isAboutPatient(scopes) ? user : nil
    }

    /// The visit that a token with these scopes is about: the one that the app was opened for.
    static func encounter(of scopes: Set<String>, launch: Launch?) -> String? {
        scopes.isDisjoint(with: [LaunchScopes.launch, LaunchScopes.launchEncounter]) ? nil : launch?.encounterID
    }

    /// FHIR's id.
    static func isEncounterID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    static func isAboutPatient(_ scopes: Set<String>) -> Bool {
        scopes.contains { [LaunchScopes.launch, LaunchScopes.launchPatient].contains($0) || $0.hasPrefix(ClinicalScope.Context.patient.rawValue + "/") }
    }

    enum Refusal: Error, Equatable {
        case notTrusted
        case noSuchApp
        /// Somebody whose records this person does not see.
        case patient
        /// A provider has records of nobody's in particular.
        case noPatient
        case noSuchPatient
    }

    /// For whom an app may be opened so: by a patient for themselves, by a provider for whom they name.
    static func patient(_ named: UserID?, by caller: (user: UserID, role: Role, client: Client)) throws(Refusal) -> UserID {
        guard caller.client.isFirstParty || caller.client.id == Client.firstPartyID else { throw .notTrusted }
        switch caller.role {
        case .patient:
            guard (named ?? caller.user) == caller.user else { throw .patient }
            return caller.user
        case .provider:
            guard let named else { throw .noPatient }
            return named
        case .scheduler, .admin, .service: throw .patient
        }
    }

    /// Whether the app that is named can be.
    static func check(opening app: Client?) throws(Refusal) {
        guard let app, app.grants.contains(.authorizationCode), app.grantable.contains(LaunchScopes.launch) else { throw .noSuchApp }
    }
}
