import Postgres
import Testing

@testable import HTTP
@testable import Sealing

@Suite(.timeLimit(.minutes(3)))
struct ErrorTests {
    enum Refusal: ProblemConvertible {
        case taken
        var problem: Problem { Problem(.slotTaken) }
    }

    struct Secret: Error, CustomStringConvertible { var description: String { "password hunter2" } }

    @Test func mapsEveryErrorToAProblem() async throws {
        let errors: [(String, any Error, Int)] = [
            ("problem", Problem.notFound("There is no such appointment."), 404), ("domain", Refusal.taken, 409), ("exhausted", PostgresPoolError.exhausted, 503),
            ("away", PostgresPoolError.unavailable, 503), ("cancelled", CancellationError(), 503), ("lost", PostgresConnectionError.lost(sqlState: "57P01"), 503),
            ("commit", PostgresConnectionError.commitUnknown, 503), ("misused", PostgresConnectionError.misused, 500),
            ("key", MasterKeyMissing(id: "fingerprint"), 503),
            ("deadlock", PostgresError(sqlState: "40P01"), 503), ("timeout", PostgresError(sqlState: "57014"), 503),
            ("constraint", PostgresError(sqlState: "23514", constraint: "c", serverMessage: "hunter2"), 500), ("other", Secret(), 500),
            ("decoding", DecodingError.keyNotFound(Key(), .init(codingPath: [], debugDescription: "")), 400)
        ]
        let routes = errors.map { name, error, _ in Route.get("/\(name)", .anyone, operation: name) { _ in throw error } }
        try await withServer(routes) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient()
            for (name, _, status) in errors {
                let response = try await client.get("http://127.0.0.1:\(server.port)/\(name)", headers: ["X-Request-Id": "r-\(name)"])
                #expect(Int(response.status.code) == status)
                let body = String(decoding: response.body, as: UTF8.self)
                #expect(body.contains(#""requestId":"r-\#(name)""#))
                #expect(!body.contains("hunter2"))
                if status == 503 { #expect(response.headers.contains(name: "Retry-After")) }
            }
        }
    }

    struct Key: CodingKey {
        var stringValue: String { "k" }
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }
}
