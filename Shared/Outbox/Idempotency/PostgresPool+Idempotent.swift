import CareModels
import Crypto
import Foundation
import HTTP
import Postgres

extension PostgresPool {
    /// One transaction; with an `Idempotency-Key` header the response is kept beside the effect in the same commit for 24
    /// hours, and a retry by the same caller with the same body gets it again (`Idempotent-Replayed: true`); another method,
    /// path, condition (`RequestFingerprint.conditions`, the query) or body is a 422 problem that names which. A retry while the first is still at work is a 409 problem at once. Thrown problems
    /// are not kept: nothing was done, so the retry does it. Of an answer that is too long (`StoredResponse.longest`), or of more than a person has room
    /// for in a day (`KeptAnswers`), it is kept that it was given: the retry hears a 409 problem that says so, with its `Location` and `ETag`. Who has had more
    /// keys than that in a day hears a 429 problem, and nothing is done.
    ///
    /// `content` stands for the body of a request that was streamed, of which nothing is kept: a digest of what came. `isReading`: it changes nothing,
    /// and is as well done again as told again; nothing is kept of it.
    package func idempotent(
        _ request: Request, content: [UInt8]? = nil, isReading: Bool = false, _ body: (Transaction) async throws -> Response
    ) async throws -> Response {
        if isReading {
            // One that is none is refused all the same.
            _ = try IdempotencyKey(request, content: [])
            return try await transaction { try await body($0) }
        }
        return try await idempotent(request, content: content, lifetime: Idempotency.lifetime, now: Date(), body)
    }

    /// Whether the request repeats one that is done: then it need not be made ready again, only compared, by `idempotent`. A 400 problem for a key that
    /// is none.
    package func isRepetition(_ request: Request) async throws -> Bool {
        guard let key = try IdempotencyKey(request) else { return false }
        let row = IdempotencyRow(caller: Idempotency.caller(request), route: Idempotency.route(request), key: key)
        return try await withConnection { try await $0.hasAnswer(row, expired: Date().addingTimeInterval(-Idempotency.lifetime.seconds)) }
    }

    func idempotent(
        _ request: Request, content: [UInt8]? = nil, lifetime: Duration, now: Date, answers: KeptAnswers = .shared,
        _ body: (Transaction) async throws -> Response
    ) async throws -> Response {
        guard let key = try IdempotencyKey(request, content: content) else { return try await transaction { try await body($0) } }
        let row = IdempotencyRow(caller: Idempotency.caller(request), route: Idempotency.route(request), key: key)
        let isPerson = request.caller?.userID != nil
        do {
            return try await transaction { transaction in
                if let answer = try await transaction.claim(row, expired: now.addingTimeInterval(-lifetime.seconds)) { return answer }
                try answers.admit(row.caller, isPerson: isPerson)
                let response = try await body(transaction)
                let isKept = answers.keep(response.body.count, of: row.caller, isPerson: isPerson)
                try await transaction.keep(StoredResponse(response, keeping: isKept), in: row, now: now)
                return response
            }
        } catch let error as PostgresError where error.isUniqueViolation && error.constraint == IdempotencyRow.constraint {
            throw Problem.requestInProgress
        }
    }
}

extension Request {
    /// Whether it is to be done once, however often it is sent.
    package var hasIdempotencyKey: Bool { !headers[IdempotencyKey.header].isEmpty }
}

package enum Idempotency {
    package static let lifetime: Duration = .seconds(86_400)

    /// Keys of different callers never meet. Callers without a token share one name: knowing another's key and body, secrets
    /// included, is what it takes to hear their response.
    static func caller(_ request: Request) -> String {
        guard let caller = request.caller else { return "anyone" }
        return caller.userID.map(Self.caller) ?? "client \(caller.clientID)"
    }

    static func caller(_ user: UserID) -> String { "user \(user)" }

    static func route(_ request: Request) -> String { "\(request.method.rawValue) \(request.pattern)" }
}

struct IdempotencyRow {
    /// One answer a caller, route and key.
    static let constraint = "idempotency_keys_pkey"

    var caller: String
    var route: String
    var key: IdempotencyKey

    /// Of the caller's key, whatever the route.
    var lock: Int64 {
        SHA256.hash(data: Data(caller.utf8) + [0] + key.hash).prefix(8).reduce(0) { $0 << 8 | Int64($1) }
    }
}
