import CareModels
import CareService
import HTTP

/// Who opens a stream: by a token in the Authorization header, or a ticket in its place.
struct StreamCallers: Sendable {
    let dependencies: Dependencies
    let verifier: TokenVerifier
    /// Of a token.
    let access: Access

    /// Spends the ticket: look at everything else before.
    func owner(_ request: Request) async throws -> StreamOwner {
        if let identity = request.caller {
            try access.check(identity)
            return try StreamOwner(identity, in: request.language)
        }
        guard let secret = request.query["ticket"] else {
            throw Problem.unauthorized("Send an access token (Authorization: Bearer …), or a ticket of POST /stream/tickets (?ticket=…).")
        }
        let use = UseStreamTicket(now: dependencies.tokenClock)
        let ticket = try await dependencies.pool.transaction { tx in try await use(hash: IssueTicket.hash(secret), tx) }
        guard let ticket else { throw Problem.unauthorized("The ticket is unknown, was used, or has expired; take a fresh one.") }
        let language = IssueTicket.language(secret)
        guard let kid = IssueTicket.keyID(secret) else { return StreamOwner(ticket, key: nil, in: language) }
        guard let key = try await verifier.key(kid) else { throw Problem.unauthorized("The ticket's token is no longer good; take a fresh one.") }
        return StreamOwner(ticket, key: key, in: language)
    }
}
