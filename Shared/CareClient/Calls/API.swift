import CareModels
import CareModels
import Foundation

/// Sends calls with the session's token, and tells the ways apart in which they fail.
struct API: Sendable {
    let server: URL
    let transport: any Transport
    let clock: CareClock
    /// `Accept-Language`, so that problems and notifications are in the person's.
    let language: String
    let session: CareSession
    /// Who follows hears, soon, that something was answered.
    let answers = Followers<Void>(most: 1)
    let reads = Reads()
    private let isClosed = Locked(false)

    /// From now on nothing is asked.
    func close() { isClosed.withLock { $0 = true } }

    /// The answer as a value. What may be sent twice is tried again a few times.
    func fetch<Value: Decodable>(_ type: Value.Type = Value.self, _ call: Call, patience: Patience = .attempts(3)) async throws -> Value {
        let reply = try await send(call, patience: patience)
        do {
            return try Wire.decode(type, from: reply.body)
        } catch {
            throw CareError.unreadable(call.path)
        }
    }

    /// Any answer of success. Throws a `CareError` or a `CancellationError`.
    @discardableResult
    func send(_ call: Call, from file: URL? = nil, patience: Patience = .attempts(3), onSent: (@Sendable (Int) -> Void)? = nil) async throws -> HTTPReply {
        // Whoever else logs in meanwhile has not asked for it.
        let person = await asker()
        var failures = 0
        while true {
            do {
                return try await once(call, of: person, from: file, onSent: onSent)
            } catch let none as NoToken {
                // The session has asked for one again and again already.
                throw try CareError.of(none.why)
            } catch {
                let error = try CareError.of(error)
                failures += 1
                guard call.isRepeatable, patience.mayGoOn(after: failures, error) else { throw error }
                try await clock.sleep(RetryRule().pause(after: failures, atLeast: error.retryAfter, random: clock.random()))
            }
        }
    }

    /// What takes several calls is asked for by one person, whoever logs in between.
    func asOne<Value: Sendable>(isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Value) async throws -> Value {
        try await Self.$whoAsks.withValue(await asker(), operation: work)
    }

    @TaskLocal private static var whoAsks: UserID?

    private func asker(_ named: UserID? = nil) async -> UserID? {
        if let known = named ?? Self.whoAsks { return known }
        return await session.person
    }

    /// One attempt; a token that is no longer good is replaced once. `person`: who has asked for it, if not whoever is logged in. `file` holds the body, if it is
    /// not the call's own.
    func attempt(_ call: Call, of person: UserID? = nil, from file: URL? = nil, onSent: (@Sendable (Int) -> Void)? = nil) async throws -> HTTPReply {
        let person = await asker(person)
        do { return try await once(call, of: person, from: file, onSent: onSent) } catch let none as NoToken { throw none.why }
    }

    private func once(_ call: Call, of person: UserID?, from file: URL?, onSent: (@Sendable (Int) -> Void)?) async throws -> HTTPReply {
        let reply: HTTPReply
        if call.isReading {
            reply = try await reads.run { try await exchanged(call, person, file, onSent) }
        } else {
            reply = try await exchanged(call, person, file, onSent)
        }
        answers.tell([()])
        return reply
    }

    private func exchanged(_ call: Call, _ person: UserID?, _ file: URL?, _ onSent: (@Sendable (Int) -> Void)?) async throws -> HTTPReply {
        if isClosed.withLock({ $0 }) { throw CareError.closed }
        let wanted = call.headers["Accept"] ?? Self.json
        guard call.needsLogin else { return try Self.checked(try await transport.send(http(call, token: nil)), accepting: wanted) }
        let token = try await NoToken.unless { try await session.token(of: person) }
        var reply = try await session.proofs.answer { try await carry(http(call, token: token), file, onSent) }
        if reply.status == 401 {
            let other = try await NoToken.unless { try await session.token(insteadOf: token, of: person) }
            reply = try await session.proofs.answer { try await carry(http(call, token: other), file, onSent) }
        }
        // Nor is what one has asked for kept as another's.
        try await session.stillIs(person)
        return try Self.checked(reply, accepting: wanted)
    }

    /// Nothing was sent for want of a token.
    private struct NoToken: Error {
        let why: any Error

        static func unless(_ work: () async throws -> String) async throws -> String {
            do { return try await work() } catch { throw NoToken(why: error) }
        }
    }

    /// What Careline has against a token.
    enum Objection: Equatable, Sendable {
        /// The proofs of a bound one have to hold another nonce, which is known from then on.
        case nonce
        /// It has ended, or lacks the scope: HTTP's status.
        case refused(status: Int)
    }

    /// Why a stream was refused, of which no more is known than a status, by an answer that says who it is of: what stands in the way refuses as well. Nil where
    /// Careline has nothing against the token, or is not reached.
    func objection(to token: String) async -> Objection? {
        guard let reply = try? await transport.send(http(.get("/feed", ["limit": "1"]), token: token)) else { return nil }
        if let proofs = session.proofs, proofs.isBound(token), proofs.heard(reply) { return .nonce }
        return Problem(reply).map { .refused(status: $0.status) }
    }

    private func carry(_ call: HTTPCall, _ file: URL?, _ onSent: (@Sendable (Int) -> Void)?) async throws -> HTTPReply {
        guard let file else { return if let onSent { try await transport.send(call, onSent: onSent) } else { try await transport.send(call) } }
        var call = call
        call.deadline = Self.time(for: try FileSource(file).count)
        return try await transport.send(call, from: file) { onSent?($0) }
    }

    /// What is large takes its time: a slow network carries 32 KiB in a second.
    private static func time(for bytes: Int) -> Duration { .seconds(30 + bytes / (32 << 10)) }

    func http(_ call: Call, token: String?) throws -> HTTPCall {
        var headers = ["Accept": Self.json, "Accept-Language": language]
        let url = server.appendingCall(call)
        if let token { headers.merge(try session.proofs.headers(for: token, call.method, url)) { _, own in own } }
        if call.body != nil { headers["Content-Type"] = call.contentType }
        if let key = call.idempotencyKey { headers["Idempotency-Key"] = key }
        if let version = call.ifMatch { headers["If-Match"] = version }
        headers.merge(call.headers) { _, own in own }
        return HTTPCall(method: call.method, url: url, headers: headers, body: call.body, deadline: Self.time(for: call.body?.count ?? 0))
    }

    static let json = "application/json"

    /// `accepting`: the media type that was asked for.
    static func checked(_ reply: HTTPReply, accepting wanted: String = json) throws -> HTTPReply {
        if (200..<300).contains(reply.status) || reply.status == 304 {
            // What stands in the way answers with a page, and may call that a success.
            guard isOurs(reply, accepting: wanted) else { throw CareError.server(status: reply.status, retryAfter: reply.retryAfter) }
            return reply
        }
        if reply.status >= 500 { throw CareError.server(status: reply.status, retryAfter: reply.retryAfter) }
        if let problem = Problem(reply) { throw CareError.refused(problem) }
        // What stands before the server has taken it for too large: that is so each time.
        if let title = tooLarge[reply.status] { throw CareError.refused(Problem(name: "too-large", status: reply.status, title: title)) }
        // A captive portal answers with a page, or sends elsewhere.
        throw CareError.server(status: reply.status, retryAfter: reply.retryAfter)
    }

    private static let tooLarge = [413: "Content Too Large", 414: "URI Too Long", 431: "Request Header Fields Too Large"]

    /// Whether an answer of success holds nothing, JSON, or what was asked for. One that does not say what it holds, its reader judges.
    private static func isOurs(_ reply: HTTPReply, accepting wanted: String) -> Bool {
        guard !reply.body.isEmpty, wanted != "*/*", let said = reply.headers["content-type"] else { return true }
        let type = said.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        return type == json || type.hasSuffix("+json") || type == wanted
    }
}

extension URL {
    /// This address with a call's path and query, which are encoded as RFC 3986 has it.
    func appendingCall(_ call: Call) -> URL {
        var text = absoluteString
        while text.hasSuffix("/") { text.removeLast() }
        text += call.path
        let query = call.query.sorted { $0.key < $1.key }.map { "\($0.key.formEncoded)=\($0.value.formEncoded)" }
        if !query.isEmpty { text += "?" + query.joined(separator: "&") }
        guard let url = URL(string: text) else { preconditionFailure("paths and queries are encoded") }
        return url
    }
}

extension String {
    /// Percent-encoded, but for what RFC 3986 leaves free. By hand: Foundation's sets of characters are large, and this is all that an app would need of them.
    var formEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
