/// `client_credentials`: a machine for itself. No question to the database: the client is cached, its tokens are tallied.
struct ClientCredentialsGrant: Sendable {
    let dependencies: Dependencies

    func tokens(_ form: [String: String], for client: Client, key: String?) async throws -> TokenView {
        let scopes = try client.scopes(forItself: form["scope"])
        let token = try await dependencies.tokens.access(for: client, scopes: scopes, key: key)
        dependencies.tally.count(.machineToken, from: Origin(clientID: client.id))
        return TokenView(
            access_token: token, token_type: TokenView.type(boundTo: key), expires_in: Int(dependencies.settings.accessTokenLifetime), scope: Scopes.format(scopes))
    }
}
