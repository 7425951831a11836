import HTTP

/// `GET /account/invitations`: which organisations ask one to join, with a button at each that does.
struct ShowInvitations: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.invitations, request) { visitor in
            visitor.visit.response(try await dependencies.invitationsPage(visitor).page)
        }
    }
}

extension Dependencies {
    /// The latest: so many that hardly anybody has more, and who accepts some sees the others.
    func invitationsPage(_ visitor: OwnAccountPages.Visitor) async throws -> InvitationsPage {
        let (id, now) = (visitor.user.id, now())
        let invitations = try await pool.withConnection { try await $0.invitations(of: id, after: nil, limit: InvitationsPage.most, now: now) }
        let isConfirmed = visitor.user.emailVerifiedAt != nil
        return InvitationsPage(invitations: invitations, isAddressConfirmed: isConfirmed, form: visitor.visit.form)
    }
}
