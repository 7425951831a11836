import CareModels
import HTTP

/// A form that an OAuth client sends, and which client it is: the same at the token endpoint, at revocation and at introspection.
struct ClientForm: Sendable {
    let dependencies: Dependencies

    /// Whom a token is for may be said of several (RFC 8693, 2.1; RFC 8707, 2): they come with spaces between, of which an address has none.
    private static let repeatable: Set<String> = ["audience", "resource"]

    /// Throws OAuth's errors.
    func read(_ request: Request) async throws -> (form: [String: String], client: Client) {
        let form = try form(request)
        let credentials = try ClientCredentials.parse(authorization: request.headers.first(name: "Authorization"), form: form)
        let client = try await dependencies.clients.client(credentials.clientID)
        do {
            guard let client, try await prove(client, credentials, request) else {
                throw OAuthError(.invalidClient, "unknown client, or wrong client authentication")
            }
            return (form, client)
        } catch let error as OAuthError {
            dependencies.tally.count(.clientRefused, from: dependencies.origin(of: request))
            throw error
        }
    }

    private func prove(_ client: Client, _ credentials: ClientCredentials, _ request: Request) async throws -> Bool {
        guard let assertion = credentials.assertion else { return credentials.prove(client, now: dependencies.now()) }
        return try await AssertionProof(dependencies: dependencies).proves(client, by: assertion, at: request.path)
    }

    private func form(_ request: Request) throws -> [String: String] {
        guard request.mediaType == "application/x-www-form-urlencoded" else {
            throw OAuthError(.invalidRequest, "the body must be application/x-www-form-urlencoded")
        }
        var form: [String: String] = [:]
        guard let pairs = try? PercentCoding.list(request.body) else {
            throw OAuthError(.invalidRequest, "the body must be percent-encoded UTF-8 without NUL characters, of at most \(PercentCoding.mostPairs) fields")
        }
        for pair in pairs where !pair.value.isEmpty {
            guard let before = form.updateValue(pair.value, forKey: pair.name) else { continue }
            guard Self.repeatable.contains(pair.name) else { throw OAuthError(.invalidRequest, "a parameter is sent more than once") }
            form[pair.name] = "\(before) \(pair.value)"
        }
        return form
    }
}
