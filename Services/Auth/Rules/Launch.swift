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
    var expiresAt: Date

    /// Whose records a token with these scopes is for; nil when it is for nobody's in particular.
    static func patient(of scopes: Set<String>, launch: Launch?, user: UserID) -> UserID? {
        isAboutPatient(scopes) ? launch?.patientID ?? user : nil
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
