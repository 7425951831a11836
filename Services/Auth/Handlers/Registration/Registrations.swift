import CareModels
import Foundation
import HTTP
import JSON

/// What the endpoints of dynamic registration have in common (RFC 7591, RFC 7592): they answer with OAuth's errors.
struct Registrations: Sendable {
    let dependencies: Dependencies

    func answering(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let error as OAuthError {
            return try error.response(to: request)
        }
    }

    func metadata(_ request: Request) throws -> ClientMetadata {
        guard request.mediaType == "application/json" else {
            throw Problem.unsupportedMediaType("Send application/json in UTF-8.", accepted: "application/json")
        }
        guard let metadata = try? JSONDocument(request.body, limits: .body).decode(ClientMetadata.self) else {
            throw OAuthError(.invalidClientMetadata, "the body must be a JSON object of client metadata (RFC 7591, section 2)")
        }
        return metadata
    }

    /// Of the token in the header.
    func tokenHash(_ request: Request, orElse missing: OAuthError = .registrationTokenMissing) throws -> [UInt8] {
        guard let token = request.bearerToken else { throw missing }
        return Secret.hash(token)
    }

    /// `token`: the client's own, which is in each answer (RFC 7592, 3); nobody keeps it but the client, which has just shown it or is given it.
    func response(_ record: ClientRecord, secret: String? = nil, token: String? = nil, status: HTTPResponseStatus = .ok) throws -> Response {
        let address = "\(dependencies.settings.issuer)/oauth/register/\(record.client.id)"
        let view = RegistrationView(
            metadata: ClientMetadata(record.client), issuedAt: record.createdAt, secret: secret, registrationToken: token, registrationURI: address)
        return try .json(view, status: status, headers: ["Cache-Control": "no-store", "Pragma": "no-cache"])
    }
}
