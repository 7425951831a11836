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

    /// In the log, by its type and the operation alone.
    @Test func whatNobodyHasForeseenIsLogged() {
        let mapping = ErrorMapping { $0 is CancellationError ? KnownFailure(.unavailable(retryAfter: 1), .warning, "it is away") : nil }
        let failure = mapping.failure(for: Secret(), in: "bookAppointment")
        #expect(failure.level == .error && failure.message == "request failed" && failure.problem.status == .internalServerError)
        #expect(failure.fields["operation"] == "bookAppointment" && failure.fields["error"]?.hasSuffix("Secret") == true && failure.fields.count == 2)
        #expect(!"\(failure.fields)".contains("hunter2"))
        let known = mapping.failure(for: CancellationError(), in: nil)
        #expect(known.level == .warning && known.message == "it is away")
    }

    struct Key: CodingKey {
        var stringValue: String { "k" }
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }
}
