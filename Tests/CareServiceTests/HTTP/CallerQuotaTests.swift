import CareModels
import Foundation
import Testing

@testable import CareService
@testable import HTTP

@Suite(.timeLimit(.minutes(5)))
struct CallerQuotaTests {
    private static func identity(_ user: UserID?, _ client: String = "app") -> Identity {
        Identity(userID: user, role: user == nil ? .service : .patient, clientID: client, sessionID: nil, scopes: [], expiresAt: .distantFuture)
    }

    /// Two a second, a hundred and twenty at once.
    @Test func aBucketFillsAsTimePasses() {
        let bucket = TokenBucket(burst: 120, perSecond: 2)
        var level = bucket.full(at: 1000)
        func wait(at now: Double) -> Double? { bucket.take(&level, at: now) }
        for left in (0..<120).reversed() {
            #expect(wait(at: 1000) == nil)
            #expect(level.tokens == Double(left))
        }
        #expect(wait(at: 1000) == 0.5)
        #expect(wait(at: 1000.25) == 0.25)
        #expect(wait(at: 1000.5) == nil)
        #expect(bucket.untilFull(level) == 60)
        // A clock that stands still or goes back gives nothing, and takes nothing.
        #expect(wait(at: 999) == 0.5)
        #expect(wait(at: 5000) == nil)
        #expect(level.tokens == 119)
    }

    @Test func aPersonThroughEachAppAndEachMachineIsCountedApart() {
        let quota = CallerQuota(perMinute: 2)
        let (ada, bob) = (UserID(.v7()), UserID(.v7()))
        #expect(quota.policy == "\"caller\";q=2;w=60")
        #expect(quota.count(Self.identity(ada), at: 0) == CallerQuota.Standing(remaining: 1, reset: 30))
        #expect(quota.count(Self.identity(ada), at: 0) == CallerQuota.Standing(remaining: 0, reset: 60))
        #expect(quota.count(Self.identity(ada), at: 0) == CallerQuota.Standing(remaining: 0, reset: 60, wait: 30))
        #expect(quota.count(Self.identity(ada, "other"), at: 0).wait == nil)
        #expect(quota.count(Self.identity(bob), at: 0).wait == nil)
        #expect(quota.count(Self.identity(nil), at: 0).wait == nil)
        #expect(quota.count(Self.identity(ada), at: 30) == CallerQuota.Standing(remaining: 0, reset: 60))
    }

    @Test func whoHasSpentTheirQuotaHearsWhenToComeBack() async throws {
        let routes: [Route] = [
            .get("/mine", .signedIn, operation: "mine") { _ in .noContent }, .get("/open", .anyone, operation: "open") { _ in .noContent },
            .post("/made", .signedIn, operation: "made") { _ in throw Problem.notFound("There is no such thing.") }
        ]
        let issuer = Issuer()
        let (ada, bob) = (try AccessTests.token(issuer), try AccessTests.token(issuer))
        try await withServer(routes, verifier: issuer.verifier(), { $0.callerQuota = 2 }) { server in
            let client = HTTPClient()
            func send(_ method: HTTPMethod, _ path: String, _ token: String?) async throws -> HTTPClient.Response {
                let headers: HTTPHeaders = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
                return try await client.send(method, "http://127.0.0.1:\(server.port)\(path)", headers: headers)
            }
            let first = try await send(.GET, "/mine", ada)
            #expect(first.status == .noContent)
            #expect(first.headers["RateLimit-Policy"] == ["\"caller\";q=2;w=60"] && first.headers["RateLimit"] == ["\"caller\";r=1;t=30"])
            // A refusal counts, and says so as well.
            let second = try await send(.POST, "/made", ada)
            #expect(second.status == .notFound && second.headers.first(name: "RateLimit")?.hasPrefix("\"caller\";r=0;t=") == true)
            let third = try await send(.GET, "/mine", ada)
            #expect(third.status == .tooManyRequests && third.headers.first(name: "RateLimit")?.hasPrefix("\"caller\";r=0;t=") == true)
            let wait = try #require(third.headers.first(name: "Retry-After").flatMap { Int($0) })
            #expect((1...30).contains(wait))

            #expect(try await send(.GET, "/mine", bob).status == .noContent)
            // What needs no token is nobody's, whoever sends one.
            let open = try await send(.GET, "/open", ada)
            #expect(open.status == .noContent && open.headers["RateLimit"] == [])
            #expect(try await send(.GET, "/mine", nil).headers["RateLimit"] == [])
        }
    }
}
