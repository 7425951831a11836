import Foundation

/// `client_credentials`: a machine for itself. No question to the database: the client is cached, its tokens are tallied.
struct ClientCredentialsGrant: Sendable {
    /// Seconds, of a token for people's records (SMART App Launch 2.2, backend services).
    private static let longestForRecords: TimeInterval = 300

    let dependencies: Dependencies

    func tokens(_ form: [String: String], for client: Client, key: String?) async throws -> TokenView {
        let scopes = try client.scopes(forItself: form["scope"])
        let usual = dependencies.settings.accessTokenLifetime
        let lifetime = scopes.contains(where: Scopes.isForMachines) ? min(usual, Self.longestForRecords) : usual
        let token = try await dependencies.tokens.access(for: client, scopes: scopes, endingIn: lifetime, key: key)
        dependencies.tally.count(.machineToken, from: Origin(clientID: client.id))
        return TokenView(
            access_token: token, token_type: TokenView.type(boundTo: key), expires_in: Int(lifetime), scope: Scopes.format(scopes))
    }
}
