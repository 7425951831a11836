import CareModels
import HTTP

/// `POST /account/email`: another address, which stands once a mailed link has proven it; or another link to the same.
struct ChangeOwnEmail: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var email: String
        var password: String
    }

    func handle(_ request: Request) async throws -> Response {
        let user = try await dependencies.ownAccount(request)
        let body: Body = try request.decode()
        let address = try Self.address(body.email)
        let change = ChangeEmail(ask: dependencies.askToVerifyEmail(in: request.language), now: dependencies.now)
        try await ProveAgain(dependencies: dependencies)(body.password, field: "password", of: user, request) { login in
            try await dependencies.pool.transaction { tx in try await change(login, to: address, tx) }
        }
        return Response(.accepted)
    }

    private static func address(_ text: String) throws -> MailAddress {
        do throws(MailAddress.Fault) {
            return try MailAddress(text)
        } catch {
            throw Problem.invalid(Fault("email", error.message))
        }
    }
}
