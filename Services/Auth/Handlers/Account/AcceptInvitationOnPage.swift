import CareModels
import HTTP

/// `POST /account/invitations`: a button of that page joins an organisation.
struct AcceptInvitationOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let form = try request.form()
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.invitations, request) { visitor in
            guard visitor.visit.isOwn(form, dependencies) else { return try await page(visitor, Visit.staleForm, .forbidden) }
            guard let id = form["invitation"].flatMap({ OrganisationInvitationID($0) }) else { return pages.done(.invitations) }
            let (user, accept, origin) = (visitor.user.id, AcceptInvitation(now: dependencies.now), dependencies.origin(of: request))
            do {
                _ = try await dependencies.pool.transaction { tx in try await accept(id, by: user, from: origin, tx) }
            } catch OrganisationRule.Refusal.noSuchInvitation {
                return try await page(visitor, "This invitation is over, or was taken back.", .gone)
            } catch OrganisationRule.Refusal.alreadyMember {
                return try await page(visitor, "You are a member already.", .conflict)
            } catch OrganisationRule.Refusal.noProvider {
                return try await page(visitor, "This invitation is for a provider's account.", .conflict)
            }
            return pages.done(.invitations)
        }
    }

    private func page(_ visitor: OwnAccountPages.Visitor, _ alert: Text, _ status: HTTPResponseStatus) async throws -> Response {
        var page = try await dependencies.invitationsPage(visitor)
        page.alert = alert
        return visitor.visit.response(page.page, status)
    }
}
