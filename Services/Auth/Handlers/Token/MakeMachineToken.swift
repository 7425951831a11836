extension Handlers {
    /// `client_credentials`: a machine for itself. No question to the database: the client is cached, its tokens are tallied.
    func makeMachineToken(_ form: [String: String], client: Client) async throws -> TokenView {
        guard client.kind == .confidential else { throw OAuthError(.unauthorizedClient, "a public client cannot act for itself") }
        let allowed = client.scopes.subtracting(Scopes.personal)
        let asked = form["scope"].map(Scopes.parse) ?? allowed
        let scopes = asked.intersection(allowed)
        guard !scopes.isEmpty else { throw OAuthError(.invalidScope, "scope must name at least one scope that this client may have") }
        let token = try await dependencies.tokens.access(for: client, scopes: scopes, now: dependencies.now())
        dependencies.tally.count(.machineToken, client: client.id)
        return TokenView(access_token: token, expires_in: Int(dependencies.config.accessTokenLifetime), scope: Scopes.format(scopes))
    }
}
