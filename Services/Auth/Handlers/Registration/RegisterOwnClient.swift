import CareModels
import HTTP

/// `POST /oauth/register` (RFC 7591): a client by an invitation of the operator's.
struct RegisterOwnClient: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let registrations = Registrations(dependencies: dependencies)
        return try await registrations.answering(request) {
            // First, so that who has no invitation yet hears so, whatever else is amiss.
            let invitation = try registrations.tokenHash(request, orElse: .invitationMissing)
            let metadata = try registrations.metadata(request)
            let (secret, token) = (Base64URL.encode(Secret.random()), Base64URL.encode(Secret.random()))
            let id = "app-" + Secret.random(bytes: 16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            let credentials = RegisterInvitedClient.Credentials(id: id, secretHash: Secret.hash(secret), registrationHash: Secret.hash(token))
            let register = RegisterInvitedClient(now: dependencies.now)
            let origin = dependencies.origin(of: request)
            let record = try await dependencies.pool.transaction { tx in
                try await register(metadata, invitation: invitation, credentials, from: origin, tx)
            }
            return try registrations.response(record, secret: record.client.secretHash == nil ? nil : secret, token: token, status: .created)
        }
    }
}
