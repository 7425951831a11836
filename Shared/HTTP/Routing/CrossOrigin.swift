/// What a browser lets pages of other origins do here (the Fetch standard's CORS protocol): those of registered origins may send what an app sends
/// and read what it needs. Never with credentials: a token is sent by name, and our cookies are for our own pages.
package struct CrossOrigin: Sendable {
    private let isRegistered: @Sendable (String) -> Bool

    /// `isRegistered` hears an origin as browsers spell it, in lower case.
    package init(isRegistered: @escaping @Sendable (_ origin: String) -> Bool) { self.isRegistered = isRegistered }

    package static let nobody = CrossOrigin { _ in false }

    package static func only(_ origins: String...) -> CrossOrigin { CrossOrigin { origins.contains($0) } }

    func admits(_ origin: String) -> Bool { isRegistered(origin.lowercased()) }

    /// The origin whose pages may read the answer to a request that says it comes from `origin`; nil: only those that are of no other origin.
    func reader(_ origin: String?, of match: Router.Match) -> String? {
        guard let origin, admits(origin) else { return nil }
        if case .found(let endpoint, _) = match, !endpoint.route.isShared { return nil }
        return origin
    }

    /// The answer to a browser that asks before it sends what a form could not (a preflight); nil when it does not ask, or nothing of this path
    /// is for other origins. Throws the problem for an origin that is not registered.
    func preflight(_ method: HTTPMethod, _ headers: HTTPHeaders, origin: String?, match: Router.Match) throws -> Response? {
        guard method == .OPTIONS, let origin, headers.contains(name: "Access-Control-Request-Method") else { return nil }
        guard case .wrongMethod(let wrong) = match, !wrong.shared.isEmpty else { return nil }
        guard admits(origin) else { throw Problem.originNotAllowed }
        return Response(
            .noContent,
            headers: [
                "Access-Control-Allow-Methods": wrong.shared.joined(separator: ", "), "Access-Control-Allow-Headers": Self.sent,
                "Access-Control-Max-Age": Self.rememberedFor
            ])
    }

    /// Beside those that any page may send.
    static let sent =
        "Authorization, Care-Annotations, Care-Keep-Metadata, Care-Person, Care-Purpose, Care-Status, Content-Type, DPoP, Idempotency-Key, If-Match, If-Modified-Since, If-None-Exist, If-None-Match, If-Range, Last-Event-ID, Prefer, Range, "
        + "Tus-Resumable, Upload-Checksum, Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id, X-Security-Context, traceparent, tracestate"
    /// Beside those that any page may read. The gateway has a list of its own, for what it answers itself.
    static let read: StaticString =
        "Accept-Ranges, Allow, Care-Annotations, Care-Status, Content-Disposition, Content-Location, Content-Range, DPoP-Nonce, Deprecation, ETag, Idempotent-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, Sunset, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, WWW-Authenticate, X-Progress, X-Request-Id"
    /// Two hours, in seconds: as long as any browser remembers.
    private static let rememberedFor = "7200"
}

extension Problem {
    /// 403 for a page whose browser names an origin that no app is registered with.
    static let originNotAllowed = Problem(
        .originNotAllowed,
        detail: "No app is registered with the origin of this page. The operator registers it: auth-service seed-client --origin.")
}
