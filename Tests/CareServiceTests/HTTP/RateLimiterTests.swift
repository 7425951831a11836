import CareModels
import Foundation
import Synchronization
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(3)))
struct RateLimiterTests {
    private final class Uptime: Sendable {
        private let now = Mutex(1.0)

        var seconds: Double { now.withLock { $0 } }

        func advance(_ seconds: Double) { now.withLock { $0 += seconds } }
    }

    @Test func allowsABurstThenARate() {
        let now = Uptime()
        let limiter = RateLimiter(burst: 2, every: .seconds(8), clock: { now.seconds })
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == 8)
        #expect(limiter.take("b") == nil)
        now.advance(4)
        #expect(limiter.take("a") == 4)
        now.advance(4)
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == 8)
        limiter.reset("a")
        #expect(limiter.take("a") == nil)
    }

    @Test func whatIsGivenBackMayBeTakenAgainAndIsNoMoreThanThereWas() {
        let limiter = RateLimiter(burst: 2, every: .seconds(8), clock: { 0 })
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == nil)
        limiter.giveBack("a")
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == 8)
        for _ in 0..<5 { limiter.giveBack("b") }
        for _ in 0..<2 { #expect(limiter.take("b") == nil) }
        #expect(limiter.take("b") == 8)
    }

    @Test func remembersABoundedNumberOfKeys() {
        var cache = BoundedCache<Int, Int>(capacity: 100)
        for key in 0..<1000 {
            cache[key] = key
            #expect(cache[0] == 0, "what is read stays")
        }
        #expect(cache.count <= 100)
        #expect(cache[1] == nil)
        #expect(cache[999] == 999)
    }

    @Test func guardsARoute() async throws {
        let limiter = RateLimiter(burst: 1, every: .seconds(60), clock: { 0 })
        let route = Route.get("/x", .anyone, operation: "x") { _ in .noContent }.limited(by: limiter) { $0.clientAddress }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let client = HTTPClient()
            #expect(try await client.get("http://127.0.0.1:\(server.port)/x").status == .noContent)
            let second = try await client.get("http://127.0.0.1:\(server.port)/x")
            #expect(second.status == .tooManyRequests)
            #expect(second.headers["Retry-After"] == ["60"])
            #expect(try await client.get("http://127.0.0.1:\(server.port)/x", headers: ["X-Forwarded-For": "203.0.113.5"]).status == .noContent)
        }
    }

    private static func limited(_ caller: Identity, by limiter: CallerLimiter, times: Int) -> [Bool] {
        (0..<times).map { _ in
            do {
                try limiter.check(caller)
                return true
            } catch { return (error as? Problem)?.status != .tooManyRequests }
        }
    }

    private static func identity(_ user: UserID?, _ client: String, actor: UserID? = nil) -> Identity {
        Identity(userID: user, role: .patient, clientID: client, sessionID: nil, scopes: [], expiresAt: .distantFuture, actorID: actor)
    }

    /// An app that runs wild takes nothing from others, nor from who acts for its person; and there is an end of many apps too.
    @Test func countsAPersonThroughEachAppAndThroughAll() {
        let limiter = CallerLimiter(burst: 3, every: .seconds(60), clock: { 0 })
        let (ada, bob) = (UserID(.v7()), UserID(.v7()))
        #expect(Self.limited(Self.identity(ada, "wild"), by: limiter, times: 9) == [true, true, true] + Array(repeating: false, count: 6))
        #expect(Self.limited(Self.identity(ada, "other"), by: limiter, times: 2) == [true, true])
        #expect(Self.limited(Self.identity(ada, "wild", actor: bob), by: limiter, times: 2) == [true, false], "six of them all")
        #expect(Self.limited(Self.identity(bob, "wild"), by: limiter, times: 4) == [true, true, true, false])
        #expect(Self.limited(Self.identity(nil, "wild"), by: limiter, times: 4) == [true, true, true, false])
    }
}
