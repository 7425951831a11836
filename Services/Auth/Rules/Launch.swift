import CareModels
import Foundation

/// An app was opened by another, which the person trusts, for one patient's records: what it is called by, until a code is given for it or it is over.
struct Launch: Equatable, Sendable {
    static let lifetime: TimeInterval = 300

    var handleHash: [UInt8]
    /// Who opened the app.
    var userID: UserID
    /// Which app was opened.
    var clientID: String
    var patientID: UserID
    /// Of the visit that it is about, where it is about one: an id of FHIR's.
    var encounterID: String?
    var expiresAt: Date

    /// Whose records a token with these scopes is for; nil when it is for nobody's in particular.
    static func patient(of scopes: Set<String>, launch: Launch?, user: UserID) -> UserID? {
        isAboutPatient(scopes) ? launch?.patientID ?? user : nil
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
    }

    /// Whether an app may be opened so. A person's records are seen by themselves alone, so that a launch is about who makes it.
    static func check(patient: UserID, by caller: (user: UserID, role: Role, client: Client), opening app: Client?) throws(Refusal) {
        guard caller.client.isFirstParty || caller.client.id == Client.firstPartyID else { throw .notTrusted }
        guard caller.role == .patient, patient == caller.user else { throw .patient }
        guard let app, app.grants.contains(.authorizationCode), app.grantable.contains(LaunchScopes.launch) else { throw .noSuchApp }
    }
}
