import CareModels
import HTTP
import ServiceTestKit
import Testing

@testable import FrontDoorService

@Suite struct RouteTests {
    @Test func theFirstPageShowsWhatTheGatewaySaysOfTheServices() async throws {
        try await World.run { visitor in
            let unsaid = try await visitor.get("/")
            #expect(unsaid.status == 200 && unsaid.text.contains("not known") && !unsaid.text.contains("away"))
            let said = try await visitor.get("/", ["Care-Servers": "auth=1 scheduling=2 messaging=0 health=1 ers=1 records=1 webhooks=1"])
            #expect(said.text.contains("runs, 2 of it") && said.text.contains("<span class=\"state down\">away</span><strong>Messaging</strong>"))
            #expect(!said.text.contains("not known"))
            #expect(said.text.contains("https://care.example"))
            #expect(said.body.count < 60_000)
        }
    }

    /// Whoever writes an app may take a client, and whoever has no Kafka hears of events all the same: the first page says so, in both languages.
    @Test(arguments: ["en", "fr"]) func theFirstPageLeadsToEveryWayToBegin(language: String) async throws {
        try await World.run { visitor in
            let page = try await visitor.get("/", ["Accept-Language": language]).text
            for place in [
                "/docs/api", "/openapi.yaml", "/docs/sdk", "/.well-known/openid-configuration", "/docs/app-developers", "/problems", "/docs/operators", "/docs/events",
                "/asyncapi.yaml", "/docs/event-consumers", "/docs/event-consumers#without-kafka"
            ] {
                #expect(page.contains("href=\"\(place)\""), "\(place)")
            }
        }
    }

    @Test func whatTheGatewaySaysIsReadStrictly() {
        let states = ServiceState.all("auth=1 scheduling=-1 messaging=<b> health records=0 extra=5")
        #expect(states.map(\.servers) == [1, nil, nil, nil, nil, 0, nil])
        #expect(ServiceState.all(nil).allSatisfy { $0.servers == nil })
    }

    @Test func theDemosAccountsAreShownOnTheDemoAlone() async throws {
        try await World.run { visitor in
            let page = try await visitor.get("/").text
            #expect(!page.contains("demo-patient"))
        }
        try await World.run(["CARE_FRONT_DEMO_PASSWORD": "tr<icky"]) { visitor in
            let page = try await visitor.get("/").text
            #expect(page.contains("demo-patient") && page.contains("tr&lt;icky") && !page.contains("tr<icky"))
            #expect(!page.contains("/oauth/register"), "there is no invitation")
        }
        // By what is on it, a client of one's own is registered.
        try await World.run(["CARE_FRONT_DEMO_PASSWORD": "tricky", "CARE_FRONT_DEMO_INVITATION": "inv<ited"]) { visitor in
            let page = try await visitor.get("/").text
            #expect(page.contains("curl -s https://care.example/oauth/register") && page.contains("authorization: Bearer inv&lt;ited") && !page.contains("inv<ited"))
        }
        // Without the accounts it is no demo.
        try await World.run(["CARE_FRONT_DEMO_INVITATION": "invited"]) { visitor in
            let text = try await visitor.get("/").text
            #expect(!text.contains("invited"))
        }
    }

    @Test(arguments: [
        "/", "/docs", "/docs/operators", "/docs/search?q=tls", "/docs/api", "/docs/login", "/docs/events", "/docs/events/care.x.v1", "/docs/operations",
        "/docs/operations/bookIt", "/docs/sdk/reference",
        "/docs/sdk/reference/Messaging.Message", "/glossary", "/problems", "/problems/validation"
    ])
    func everyPageMayDoOnlyWhatItNeeds(_ path: String) async throws {
        try await World.run { visitor in
            let page = try await visitor.page(path)
            #expect(page.status == 200, "\(path)")
            #expect(page.header("Content-Type") == "text/html; charset=utf-8")
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.hasPrefix("default-src 'none';") && !policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("script-src") == ["/docs/api", "/docs/login"].contains(path))
            #expect(page.header("X-Content-Type-Options") == "nosniff" && page.header("X-Frame-Options") == "DENY" && page.header("Set-Cookie") == nil)
            // Inline styles, scripts and handlers would be refused by the policy.
            #expect(!page.text.contains("<style") && !page.text.contains("style=\"") && !page.text.contains("onclick"))
            let external = page.text.matches(of: /(?:src|href)="(https?:[^"]*)"/).map { String($0.1) }.filter { $0 != "https://www.rfc-editor.org/rfc/rfc9457" }
            #expect(external.isEmpty, "\(path) loads or names \(external)")
        }
    }

    @Test func aPageThatIsKnownIsNotSentAgain() async throws {
        try await World.run { visitor in
            let page = try await visitor.page("/docs/operators")
            let tag = try #require(page.tag)
            // Weak, so that the gateway may pack it.
            #expect(tag.hasPrefix("W/\"") && page.headers["Cache-Control"] == ["no-cache"] && page.text.contains("<h2 id=\"tls\">TLS</h2>"))
            let again = try await visitor.get("/docs/operators", ["If-None-Match": tag])
            #expect(again.status == 304 && again.body.isEmpty)
            let other = try await visitor.get("/docs/operators", ["If-None-Match": "\"other\""])
            #expect(other.status == 200)
        }
    }

    /// Whoever reads a guide here copies lines that reach this platform.
    @Test func aGuidesLinesNameThisPlatform() async throws {
        try await World.run { visitor in
            let page = try await visitor.page("/docs/events/care.x.v1").text
            #expect(page.contains("<pre>BASE=https://care.example</pre>") && page.contains("<p>http://127.0.0.1:8080</p>"))
        }
    }

    @Test func contractsAreFilesForEveryOrigin() async throws {
        try await World.run { visitor in
            let contract = "openapi: 3.1.0\nservers:\n  - url: https://care.example\n# http://127.0.0.1 and any port\n"
            for (path, type, text) in [("/openapi.yaml", "application/yaml", contract), ("/schemas/care.x.v1.json", "application/schema+json", "{}")] {
                let file = try await visitor.get(path)
                #expect(file.status == 200 && file.header("Content-Type") == type && file.text == text)
                #expect(file.header("Access-Control-Allow-Origin") == "*" && file.headers["Cache-Control"] == ["public, max-age=300"])
                #expect(file.tag?.hasPrefix("W/\"") == true, "the gateway may pack it")
                let again = try await visitor.get(path, ["If-None-Match": try #require(file.tag)])
                #expect(again.status == 304)
            }
        }
    }

    /// A tool that makes a client of a contract makes one of the platform that it was read from, under whichever address that is.
    @Test(arguments: ["https://care.example", "https://clinic.example:8443"]) func contractsNameThisPlatform(issuer: String) async throws {
        try await World.run(["CARE_ISSUER": issuer]) { visitor in
            for (path, named) in [
                ("/openapi.yaml", "- url: \(issuer)\n"), ("/openapi.json", "{\"tokenUrl\":\"\(issuer)/oauth/token\"}"), ("/asyncapi.yaml", "id: \(issuer)/events\n")
            ] {
                let file = try await visitor.get(path)
                #expect(file.status == 200 && file.text.contains(named) && !file.text.contains("127.0.0.1:8080"), "\(path): \(file.text)")
                #expect(file.header("Access-Control-Allow-Origin") == "*")
            }
        }
    }

    @Test func browsersFindTheIcon() async throws {
        try await World.run { visitor in
            let icon = try await visitor.get("/favicon.ico")
            #expect(icon.status == 200 && icon.header("Content-Type") == "image/x-icon" && icon.body.starts(with: [0, 0, 1, 0, 1, 0]) && icon.body.count > 100)
            #expect(try await visitor.get("/favicon.ico", ["If-None-Match": try #require(icon.tag)]).status == 304)
            for path in ["/", "/docs/operators", "/docs/nothing"] {
                let page = try await visitor.page(path).text
                #expect(page.contains("<link rel=\"icon\" href=\"/favicon.ico\">"), "\(path)")
            }
        }
    }

    @Test func whatIsNamedByItsFingerprintIsKeptForEver() async throws {
        try await World.run { visitor in
            let page = try await visitor.page("/docs/api").text
            let addresses = page.matches(of: /(?:src|href|data-contract)="(\/(?:site\/[^"]+|openapi\.json\?[^"]+))"/).map { String($0.1) }
            #expect(addresses.count == 5)
            for address in addresses {
                let file = try await visitor.get(address)
                #expect(file.status == 200 && file.header("Cache-Control") == "public, max-age=31536000, immutable", "\(address)")
                #expect(file.header("Access-Control-Allow-Origin") == (address.hasPrefix("/site/") ? nil : "*"))
            }
            let old = try await visitor.get("/site/reference.js?v=0")
            #expect(old.status == 200 && old.header("Cache-Control") == "public, max-age=300")
        }
    }

    @Test(arguments: [
        "/docs/nothing", "/docs/index.json", "/site/nothing.js", "/site/index.json", "/site/secret.txt", "/schemas/..", "/site/..", "/site/..%2Findex.json",
        "/schemas/%2e%2e", "/docs/..%2F..%2Fetc%2Fpasswd", "/problems/no-such-thing", "/changelog", "/site/openapi.json", "/nothing", "/site/", "/site/a/b",
        "/docs/sdk/reference/Nothing", "/docs/sdk/reference/messaging.message", "/docs/sdk/reference/..%2Foperators", "/docs/sdk/nothing"
    ])
    func whatIsNotListedIsNotThere(_ path: String) async throws {
        try await World.run { visitor in
            let program = try await visitor.get(path)
            #expect([400, 404].contains(program.status) && program.header("Content-Type") == "application/problem+json", "\(path)")
            #expect(!program.text.contains("not listed") && !program.text.contains("root:"))
        }
    }

    @Test func whoReadsPagesIsShownOne() async throws {
        try await World.run { visitor in
            for path in ["/docs/nothing", "/problems/nothing", "/changelog", "/schemas/nothing.json"] {
                let page = try await visitor.page(path)
                #expect(page.status == 404 && page.header("Content-Type") == "text/html; charset=utf-8" && page.text.contains("Nothing is at this address"))
                #expect(page.header("Cache-Control") == "no-store")
            }
        }
    }

    /// Where no route leads, and where one does that does not take what is asked, as where a page is not listed.
    @Test func aRefusalIsAPageToo() async throws {
        try await World.run { visitor in
            for (method, path, status, said) in [
                (.GET, "/docs/a/b", 404, "Nothing is at this address"), (.GET, "/problems/a/b", 404, "Nothing is at this address"),
                (.GET, "/docs/%GG", 400, "This did not work"), (.POST, "/docs/operators", 405, "This did not work")
            ] as [(HTTPMethod, String, Int, String)] {
                let page = try await visitor.send(method, path, ["Accept": "text/html", "Accept-Language": "en"])
                #expect(page.status == status && page.text.contains(said), "\(method.rawValue) \(path)")
                #expect(page.header("Content-Type") == "text/html; charset=utf-8" && page.header("Cache-Control") == "no-store")
                let french = try await visitor.send(method, path, ["Accept": "text/html", "Cookie": "care_language=fr"])
                #expect(french.text.contains("<html lang=\"fr\">") && french.status == status)
                let program = try await visitor.send(method, path)
                #expect(program.status == status && program.header("Content-Type") == "application/problem+json")
            }
            let file = try await visitor.send(.POST, "/openapi.yaml", ["Accept": "text/html"])
            #expect(file.status == 405 && file.header("Content-Type") == "application/problem+json")
        }
    }

    /// What others add to an address, for their statistics, keeps nobody from its page.
    @Test(arguments: ["/", "/docs/operators?utm_source=x", "/docs/search?q=tls&query=x", "/problems/validation?a=1&a=2"])
    func aQueryThatIsNotKnownChangesNothing(path: String) async throws {
        try await World.run { visitor in
            let page = try await visitor.page(path)
            #expect(page.status == 200)
        }
    }

    @Test func nothingCanBeWritten() async throws {
        try await World.run { visitor in
            for path in ["/", "/docs", "/docs/operators", "/openapi.yaml", "/problems/validation", "/site/style.css"] {
                for method in [HTTPMethod.POST, .PUT, .DELETE] {
                    let answer = try await visitor.send(method, path)
                    #expect(answer.status == 405 && answer.header("Allow") == "GET, HEAD", "\(method.rawValue) \(path)")
                }
                let head = try await visitor.send(.HEAD, path)
                #expect(head.status == 200 && head.body.isEmpty)
            }
        }
    }

    @Test func everyTypeOfProblemHasItsPage() async throws {
        try await World.run { visitor in
            let list = try await visitor.page("/problems").text
            for type in ProblemType.allCases {
                let page = try await visitor.page("/problems/\(type.name)")
                #expect(page.status == 200 && page.text.contains("status \(type.status)"), "\(type.name)")
                #expect(page.text.contains("https://care.example/problems/\(type.name)"), "the example of \(type.name) names its page")
                #expect(list.contains("href=\"/problems/\(type.name)\""))
                if let guide = type.guide { #expect(page.text.contains("<a href=\"/docs/\(guide)\">"), "how to log in, beside \(type.name)") }
            }
        }
    }

    @Test func withoutASiteThePagesSayWhatIsMissing() async throws {
        try await World.run(["CARE_FRONT_SITE": ""]) { visitor in
            for path in ["/", "/docs", "/docs/api"] {
                let page = try await visitor.page(path)
                #expect(page.status == 200 && page.text.contains("deploy/site/build"), "\(path)")
            }
            let guide = try await visitor.page("/docs/operators")
            #expect(guide.status == 404)
        }
        try await World.run(["CARE_FRONT_SITE": "/nowhere"]) { visitor in
            let page = try await visitor.page("/")
            #expect(page.status == 200 && page.text.contains("deploy/site/build"))
        }
        try await World.run(site: World.poorSite) { visitor in
            let page = try await visitor.page("/docs/api")
            #expect(page.status == 200 && page.text.contains("Swagger UI could not be installed.") && page.text.contains("/openapi.yaml"))
            let login = try await visitor.page("/docs/login")
            #expect(login.status == 404)
        }
    }

    @Test func itHasWhatOperatorsAskForAndNoDatabase() async throws {
        try await World.run { visitor in
            _ = try await visitor.get("/docs")
            let ready = try await visitor.get("/readyz")
            #expect(ready.status == 200 && ready.text.contains("\"status\":\"ready\""))
            let live = try await visitor.get("/livez")
            #expect(live.status == 200)
            let metrics = try await visitor.get("/metrics").text
            #expect(metrics.contains("http_request_duration_seconds_count") && metrics.contains("route=\"/docs\""))
        }
    }
}
