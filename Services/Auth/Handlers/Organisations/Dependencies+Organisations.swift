import CareModels
import HTTP

extension Dependencies {
    /// Who asks for something of an organisation, once their session is known to go on.
    func organisationCaller(_ request: Request) async throws -> OrganisationCaller {
        let user = try request.identity.user()
        let isPlatform = request.identity.role == .admin && request.identity.scopes.contains("admin:organisations")
        if isPlatform { try await requirePower(request) } else { try await requireLiveSession(request) }
        return OrganisationCaller(id: user, isPlatform: isPlatform)
    }

    /// For the audit: who did it, through which client.
    func actorOrigin(of request: Request) -> Origin { origin(of: request, client: request.identity.clientID, actor: request.identity.userID) }

    func inviteMember(in language: Language) -> InviteMember { InviteMember(post: post, mails: mails.written(in: language), now: now, newID: newID) }
}
