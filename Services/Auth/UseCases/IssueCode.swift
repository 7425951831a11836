import Foundation
import Postgres

/// What somebody who is logged in gives to the app that asked for it.
struct CodeGrant: Sendable {
    var request: AuthorizationRequest
    var signedIn: AuthorizationStep.SignedIn
    var scopes: Set<String>
    /// The browser's login.
    var browserHash: [UInt8]?
    /// Of the code that the app is to get.
    var codeHash: [UInt8]
}

/// Keeps a new authorization code, of whom the browser is logged in by until the commit.
struct IssueCode: Sendable {
    let lifetime: TimeInterval
    let now: @Sendable () -> Date

    func callAsFunction(_ grant: CodeGrant, _ tx: Transaction) async throws {
        let (request, signedIn, now) = (grant.request, grant.signedIn, now())
        // Whose account is erased meanwhile is nobody's patient any more.
        if let patient = request.launch?.patientID, patient != signedIn.userID {
            guard try await tx.lockRoles(of: [signedIn.userID, patient])[patient] == .patient else { throw Refusal.requestSpent }
        }
        guard let browser = grant.browserHash, try await tx.useLogin(browser, of: signedIn.userID, now: now) else { throw Refusal.signedOut }
        if let pushed = request.pushed, try await !tx.takePushedRequest(handleHash: pushed.handleHash) { throw Refusal.requestSpent }
        if let launch = request.launch {
            guard launch.userID == signedIn.userID, try await tx.takeLaunch(handleHash: launch.handleHash) else { throw Refusal.requestSpent }
        }
        let code = CodeExchange.Code(
            clientID: request.clientID, redirectURI: request.redirectURI, challenge: request.challenge,
            expiresAt: now.addingTimeInterval(lifetime), isUsed: false, keyThumbprint: request.keyThumbprint)
        try await tx.insert(
            CodeRecord(
                hash: grant.codeHash, userID: signedIn.userID, scopes: grant.scopes, nonce: request.nonce, authTime: signedIn.authTime,
                context: signedIn.context, idTokenClaims: request.claims.idToken, userInfoClaims: request.claims.userInfo, browserHash: grant.browserHash,
                patientID: Launch.patient(of: grant.scopes, launch: request.launch, user: signedIn.userID), fhirBase: request.fhirBase,
                encounterID: Launch.encounter(of: grant.scopes, launch: request.launch), code: code))
    }
}
