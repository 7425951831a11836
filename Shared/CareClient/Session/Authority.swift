import Foundation

/// The server's OAuth side: its addresses, and what is asked of them.
struct Authority: Sendable {
    let server: URL
    let clientID: String
    let transport: any Transport
    let clock: CareClock
    /// Of the key that tokens are bound to; nil where none ever were.
    var proofs: Proofs?
    /// Whether those of a login, and of a session that is not bound yet, are from now on. What is bound stays so without it: the server takes its refresh token with that key alone.
    var bindsTokens = false
    /// After which an answer is taken for lost, and asked for again beside the first attempt: by the machine's clock, since a test's passes at once.
    var silence: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3)) }

    /// RFC 8414.
    struct Metadata: Decodable, Sendable {
        var issuer: String
        var authorizationEndpoint: URL
        var tokenEndpoint: URL

        private enum CodingKeys: String, CodingKey {
            case issuer, authorizationEndpoint = "authorization_endpoint", tokenEndpoint = "token_endpoint"
        }
    }

    /// Whose `issuer` has to be the address that the app was built with: otherwise somebody else's answers would be taken for its own (RFC 8414, section 3.3).
    func metadata() async throws -> Metadata {
        let reply = try API.checked(try await transport.send(HTTPCall(url: server.appendingCall(.get("/.well-known/openid-configuration")))))
        guard let metadata = try? Wire.decode(Metadata.self, from: reply.body) else { throw CareError.unreadable("/.well-known/openid-configuration") }
        guard Self.trimmed(metadata.issuer) == Self.trimmed(server.absoluteString) else { throw LoginFault.otherIssuer }
        return metadata
    }

    private static func trimmed(_ address: String) -> Substring { address.hasSuffix("/") ? address.dropLast() : address[...] }

    /// `isBound`: what is shown is bound already.
    func exchange(_ form: [String: String], at endpoint: URL, isBound: Bool = false, deadline: Duration = .seconds(10)) async throws -> TokenReply {
        let reply = try await proofs.answer {
            let call = Self.post(form, to: endpoint, deadline)
            return try await transport.send(bindsTokens || isBound ? proven(call) : call)
        }
        if reply.status == 200 {
            // A captive portal's page, say.
            guard let read = try? Wire.decode(TokenReply.self, from: reply.body) else { throw CareError.server(status: 200, retryAfter: nil) }
            return read
        }
        if reply.status != 429, reply.status < 500, let refusal = try? Wire.decode(Refusal.self, from: reply.body) { throw LoginFault.denied(refusal.error) }
        _ = try API.checked(reply)
        throw CareError.server(status: reply.status, retryAfter: nil)
    }

    // MARK: Refreshing

    /// A new pair for a refresh token. When the answer gets lost, the same token is sent again: within ten seconds the server answers the same; later it
    /// would take it for stolen, unless it is bound to a key. So the same is asked again soon, and the last attempt is over before those seconds are, as the session
    /// may have begun without one. The first one is waited for meanwhile and
    /// beyond: what was answered into a silence comes when that is over, as long as its connection holds. Throws `.expired` when the session has ended, and never
    /// that anything else was refused.
    func refresh(_ tokens: Tokens) async throws -> Tokens {
        guard tokens.refreshToken != nil else { throw CareError.expired }
        let latest = clock.now().addingTimeInterval(7)
        return try await withThrowingTaskGroup(of: Turn.self) { group in
            defer { group.cancelAll() }
            group.addTask { await Turn(ofFirst: true) { try await spend(tokens, within: Self.longest) } }
            group.addTask {
                try? await silence()
                return .silent
            }
            var (pending, isAskedAgain) = (1, false)
            while let turn = try await group.next() {
                var failure: CareError?
                switch turn {
                case .tokens(let fresh): return fresh
                case .silent: break
                case .failed(let error, let isFirst):
                    failure = try CareError.of(error)
                    pending -= 1
                    if let failure, !failure.isWorthRetrying || isAskedAgain && pending == 0 { throw failure }
                    // The first may be answered yet.
                    if !isFirst { continue }
                }
                if isAskedAgain { continue }
                (pending, isAskedAgain) = (pending + 1, true)
                let before = failure
                group.addTask { await Turn(ofFirst: false) { try await spendAgain(tokens, after: before, until: latest) } }
            }
            throw CareError.offline
        }
    }

    /// As long as what stands before the server waits for who does not read.
    private static let longest = Duration.seconds(30)

    /// What is heard while a token is spent.
    private enum Turn: Sendable {
        case tokens(Tokens)
        /// Nothing, for a while.
        case silent
        case failed(any Error, ofFirst: Bool)

        init(ofFirst isFirst: Bool, _ work: () async throws -> Tokens) async {
            do { self = .tokens(try await work()) } catch { self = .failed(error, ofFirst: isFirst) }
        }
    }

    private func spend(_ tokens: Tokens, within deadline: Duration) async throws -> Tokens {
        let form = ["grant_type": "refresh_token", "client_id": clientID, "refresh_token": tokens.refreshToken ?? ""]
        do {
            let reply = try await exchange(form, at: server.appendingCall(.get("/oauth/token")), isBound: tokens.isBound == true, deadline: deadline)
            return reply.tokens(of: tokens.userID, now: clock.now(), before: tokens)
        } catch LoginFault.denied("invalid_grant") {
            throw CareError.expired
        } catch CareError.refused(let problem) where !CareError.refused(problem).isWorthRetrying {
            // Of the way there, and not of what the token is for.
            throw CareError.server(status: problem.status, retryAfter: problem.retryAfter)
        }
    }

    /// `failure`: of the attempt before; nil when nothing was heard of it.
    private func spendAgain(_ tokens: Tokens, after failure: CareError?, until latest: Date) async throws -> Tokens {
        let rule = RetryRule(first: .milliseconds(300), longest: .seconds(2))
        var (failure, failures) = (failure, failure == nil ? 0 : 1)
        while true {
            if let failure {
                let pause = rule.pause(after: failures, atLeast: failure.retryAfter, random: clock.random())
                // A clock that is set meanwhile ends it too soon, or after so many.
                guard failure.isWorthRetrying, failures < 6, clock.now().addingTimeInterval(pause / .seconds(1)) < latest else { throw failure }
                try await clock.sleep(pause)
            }
            // Whoever was put to sleep meanwhile shows it no more.
            guard clock.now() < latest else { throw failure ?? .offline }
            do { return try await spend(tokens, within: .seconds(3)) } catch { failure = try CareError.of(error) }
            failures += 1
        }
    }

    // MARK: Ending

    /// Ends the session of a token, and the browser's login that it came from.
    func logOut(_ tokens: Tokens) async throws {
        // It may be of an earlier run.
        proofs?.note(tokens)
        let address = server.appendingCall(.get("/auth/logout"))
        let reply = try await proofs.answer {
            var call = HTTPCall(method: "POST", url: address, headers: ["Accept": API.json], deadline: .seconds(10))
            call.headers.merge(try proofs.headers(for: tokens.accessToken, call.method, address)) { _, own in own }
            return try await transport.send(call)
        }
        _ = try API.checked(reply)
    }

    /// Ends the session that a refresh token is of (RFC 7009).
    func revoke(_ refreshToken: String) async throws {
        let form = ["token": refreshToken, "token_type_hint": "refresh_token", "client_id": clientID]
        _ = try API.checked(try await transport.send(Self.post(form, to: server.appendingCall(.get("/oauth/revoke")))))
    }

    private struct Refusal: Decodable { var error: String }

    private func proven(_ call: HTTPCall) throws -> HTTPCall {
        var call = call
        if let proofs { call.headers["DPoP"] = try proofs.proof(call.method, call.url) }
        return call
    }

    private static func post(_ form: [String: String], to address: URL, _ deadline: Duration = .seconds(10)) -> HTTPCall {
        let body = form.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.formEncoded)" }.joined(separator: "&")
        let headers = ["Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"]
        return HTTPCall(method: "POST", url: address, headers: headers, body: Data(body.utf8), deadline: deadline)
    }
}
