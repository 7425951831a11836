import CareModels
import Testing

@testable import HTTP

@Suite(.timeLimit(.minutes(5)))
struct DeprecationTests {
    @Test(
        arguments: [
            ("2026-11-22", nil, "@1795305600", nil), ("1970-01-02", "1994-11-06", "@86400", "Sun, 06 Nov 1994 00:00:00 GMT"),
            ("2026-11-22", "2026-11-22", "@1795305600", "Sun, 22 Nov 2026 00:00:00 GMT")
        ] as [(String, String?, String, String?)])
    func saysSinceWhenAndUntilWhen(_ since: String, _ sunset: String?, _ deprecation: String, _ end: String?) throws {
        let since = try #require(LocalDate(since))
        let headers = Deprecation(since: since, sunset: sunset.flatMap { LocalDate($0) }, link: "/docs/versions").headers
        #expect(headers["Deprecation"] == [deprecation])
        #expect(headers.first(name: "Sunset") == end)
        #expect(headers["Link"] == ["</docs/versions>; rel=\"deprecation\"; type=\"text/html\""])
    }

    /// Refused or not, and no other route's.
    @Test func everyAnswerOfTheRouteSaysIt() async throws {
        let day = "2026-11-22"
        let routes: [Route] = [
            .get("/new", .anyone, operation: "new") { _ in .noContent },
            Route.get("/old", .anyone, operation: "old") { _ in .noContent }.deprecated(since: day, link: "/docs/versions"),
            Route.get("/mine", .signedIn, operation: "mine") { _ in .noContent }.deprecated(since: day, sunset: day, link: "/docs/versions")
        ]
        #expect(routes.map { RouteDescription($0).deprecated } == [false, true, true])
        try await withServer(routes) { server in
            let client = HTTPClient()
            for (path, status, said, end) in [("new", 204, nil, nil), ("old", 204, "@1795305600", nil), ("mine", 401, "@1795305600", "Sun, 22 Nov 2026 00:00:00 GMT")]
                as [(String, UInt, String?, String?)]
            {
                let answer = try await client.get("http://127.0.0.1:\(server.port)/\(path)")
                #expect(answer.status.code == status)
                #expect(answer.headers.first(name: "Deprecation") == said && answer.headers.first(name: "Sunset") == end, "\(path)")
            }
        }
    }
}
