import Foundation

/// Whether a client is who its assertion says (private_key_jwt).
struct AssertionProof: Sendable {
    let dependencies: Dependencies

    /// `path`: of the endpoint that it was sent to. Throws what is wrong with the assertion; false when no key of the client's has signed it.
    func proves(_ client: Client, by assertion: ClientAssertion, at path: String) async throws -> Bool {
        guard client.hasKeys else { return false }
        let issuer = dependencies.settings.issuer
        guard assertion.namesKeys(of: client) else { return false }
        if client.isFAPI { try FAPI.check(assertion, issuer: issuer) }
        // Apps go by their machine's clock.
        let id = try assertion.id(for: [issuer, issuer + "/oauth/token", issuer + path], now: Date())
        let (signed, algorithm) = (assertion.signed, assertion.algorithm)
        let keys = await dependencies.clientKeys.keys(of: client, kid: signed.header.kid)
        guard keys.contains(where: { $0.accepts(signed.signature, for: signed.input, by: algorithm) }) else { return false }
        let isNew = try await dependencies.pool.transaction { tx in
            try await SpendAssertion()(Secret.hash(id), of: client.id, forgottenAt: assertion.forgottenAt, tx)
        }
        guard isNew else { throw OAuthError(.invalidClient, "client_assertion: its jti was used before") }
        return true
    }
}
