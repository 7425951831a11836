import Synchronization
import Testing

@testable import CareService
@testable import HTTP
@testable import Telemetry

@Suite(.timeLimit(.minutes(5)))
struct RegisteredOriginsTests {
    private struct Away: Error {}

    @Test func theOriginsThatAreKnownStayWhileAuthIsAway() async throws {
        Log.level = .error
        let answers = Mutex<[Result<[String], any Error>]>([.failure(Away()), .success(["https://app.test"]), .failure(Away()), .success(["https://other.test"])])
        let origins = RegisteredOrigins(issuer: "https://care.test/", interval: .seconds(3600)) {
            try answers.withLock { $0.removeFirst() }.get()
        }
        #expect(origins.contains("https://care.test") && !origins.contains("https://app.test"))
        await origins.read()
        #expect(!origins.contains("https://app.test"))
        await origins.read()
        #expect(origins.contains("https://app.test") && origins.contains("https://care.test"))
        await origins.read()
        #expect(origins.contains("https://app.test"))
        await origins.read()
        #expect(!origins.contains("https://app.test") && origins.contains("https://other.test"))
    }

    @Test func theyAreReadBesideTheKeysAndAgainUntilAuthAnswers() async throws {
        let asked = Mutex(0)
        let route = Route.get("/oauth/origins", .anyone, operation: "origins") { _ in
            guard
                asked.withLock({
                    $0 += 1; return $0
                }) > 1
            else { throw Problem.unavailable(retryAfter: 1) }
            return try .json(["origins": ["https://app.test"]])
        }
        try await withServer([route]) { server in
            let fetch = RegisteredOrigins.published(at: "http://127.0.0.1:\(server.port)/oauth/origins")
            let origins = RegisteredOrigins(issuer: "http://127.0.0.1:1", interval: .milliseconds(20), fetch: fetch)
            origins.begin()
            try await eventually("they are known") { origins.contains("https://app.test") }
            origins.end()
        }
    }
}
