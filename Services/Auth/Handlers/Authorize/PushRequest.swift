import CareModels
import HTTP

/// `POST /oauth/par` (RFC 9126): an app leaves its authorization request here, checked as the authorization endpoint checks it, and gets a name for it.
struct PushRequest: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        do {
            let (form, client) = try await ClientForm(dependencies: dependencies).read(request)
            let handle = Base64URL.encode(Secret.random())
            let pushed = try pushed(bound(form, client, request), client, handle)
            try dependencies.allowances.checkRequest(of: client, from: dependencies.identifiers.address(request.clientAddress))
            try await dependencies.pool.transaction { tx in try await KeepPushedRequest()(pushed, tx) }
            let view = PushedRequestView(request_uri: PushedRequest.prefix + handle, expires_in: Int(PushedRequest.lifetime))
            return try .json(view, status: .created, headers: ["Cache-Control": "no-store"])
        } catch let error as OAuthError {
            return try error.response(to: request)
        }
    }

    /// The key that the app shows here is the one that it will show when it exchanges the code (RFC 9449, 10.1).
    private func bound(_ form: [String: String], _ client: Client, _ request: Request) throws -> [String: String] {
        guard let key = try dependencies.shownKey(request, ifAnyBy: client) else { return form }
        if let named = form["dpop_jkt"], named != key { throw OAuthError(.invalidDPoPProof, "dpop_jkt names another key than the proof is by") }
        return form.merging(["dpop_jkt": key]) { _, shown in shown }
    }

    private func pushed(_ form: [String: String], _ client: Client, _ handle: String) throws -> PushedRequest {
        var form = form
        form["client_id"] = client.id
        // Of no endpoint that might support it (RFC 9126, 2.1).
        guard form["request_uri"] == nil else { throw OAuthError(.invalidRequest, "request_uri cannot be pushed") }
        let query = PushedRequest.query(of: form)
        guard query.utf8.count <= AuthorizationRequest.longest else {
            throw OAuthError(.invalidRequest, "the request must have at most \(AuthorizationRequest.longest) bytes")
        }
        switch AuthorizationRequest.parse(FormEncoding.again(query), client: client) {
        case .valid: break
        case .redirect(_, let error): throw error
        case .page: throw OAuthError(.invalidRequest, "redirect_uri must be one that the client has registered")
        }
        return PushedRequest(handleHash: Secret.hash(handle), clientID: client.id, query: query, pushedAt: dependencies.now())
    }
}
