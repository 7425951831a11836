import CareModels
import HTTP

/// `PUT /organisations/:id/members/:userId/verification`: an owner or administrator has seen a practitioner's licence.
struct VerifyMember: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, user) = (try request.id("id", of: Organisation.self), try request.id("userId", of: User.self))
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.ifMatch()
        let licence = try LicenceBody.read(request)
        let verify = dependencies.verifyProvider
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in
            try await verify(licence, of: user, in: id, expectedRevision: expected, by: caller, from: origin, tx)
        }
        return .noContent
    }
}

/// What is told of a licence.
struct LicenceBody: Decodable {
    var licenceNumber: String?

    static func read(_ request: Request) throws -> String {
        let body: LicenceBody = try request.decode()
        var checks = Checks()
        let number = Licence.checked(body.licenceNumber, &checks)
        return try checks.done(number)
    }
}
