import CareModels
import Foundation
import HTTP

/// `POST /records/purge`: destroys all that is kept of the caller, who goes on having an account. For who has just signed in. What was refused is in their
/// log; of what was done the receipt tells, since the log is destroyed with the rest.
struct PurgeWholeRecord: Sendable {
    let dependencies: Dependencies

    /// The platform's own app, as tokens name it: an app that somebody let write to their record was not let destroy it.
    static let ownClient = "careline"

    /// Since the sign-in.
    static let longest: TimeInterval = 300

    struct Body: Decodable {
        /// Whose record: the caller's own id, so that nothing is destroyed by mistake.
        var patientId: UserID
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try await request.owner(dependencies)
        guard request.identity.clientID == Self.ownClient else { throw Problem.forbidden("A whole record is destroyed by the platform's own app alone.") }
        guard try request.decode(Body.self).patientId == person else { throw Problem.invalid(Fault("patientId", "must be your own id")) }
        try checkSignIn(request.identity)
        let issuer = dependencies.base
        let purge = PurgeRecord(
            writing: dependencies.writing, signer: ReceiptSigner(masters: dependencies.keys.masters), keyLifetime: dependencies.keyLifetime,
            indexes: dependencies.indexes,
            payload: { ReceiptPayloadView(receipt: $0, issuer: issuer).bytes })
        let receipt = try await dependencies.inTurn(of: person) {
            try await dependencies.pool.transaction { tx in try await purge(person, tx) }
        }
        return try .json(ReceiptView(receipt))
    }

    private func checkSignIn(_ identity: Identity) throws {
        let now = dependencies.now().timeIntervalSince1970
        guard let time = identity.signIn?.time, now - Double(time) <= Self.longest else {
            throw Problem(
                .insufficientUserAuthentication, detail: "Sign in again, at most \(Int(Self.longest / 60), "minute", "minutes") before this.",
                headers: ["WWW-Authenticate": "Bearer realm=\"careline\", error=\"insufficient_user_authentication\", max_age=\"\(Int(Self.longest))\""])
        }
    }
}
