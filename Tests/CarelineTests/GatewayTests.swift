import Crypto
import Foundation
import HTTP
import Testing

@testable import Careline

/// deploy/gateway/haproxy.cfg as it is, under a real HAProxy, before two servers that say who they are.
@Suite(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) struct GatewayTests {
    // MARK: The file

    @Test(arguments: [
        [:],
        ["CARE_GATEWAY_LIMITS": "off"],
        ["CARE_AUTH_DNS": "localhost:8101", "CARE_SCHEDULING_DNS": "localhost:8102"],
        ["CARE_AUTH_SERVER_2": "127.0.0.1:8111", "CARE_SCHEDULING_SERVER_2": "127.0.0.1:8112", "CARE_SCHEDULING_SERVER_4": "127.0.0.1:8132"],
        ["CARE_GATEWAY_METRICS": "127.0.0.1:8404", "CARE_GATEWAY_LIMIT_10S": "10", "CARE_GATEWAY_HOST": "0.0.0.0"]
    ])
    func isValid(with settings: [String: String]) async throws {
        try await withScratch { directory in _ = try await haproxyCheck(settings, directory) }
    }

    @Test func isValidWithACertificate() async throws {
        try await withScratch { directory in
            let certificate = try await Self.certificate(in: directory)
            _ = try await haproxyCheck(["CARE_TLS_CERT": certificate, "CARE_ISSUER": "https://care.example"], directory)
        }
    }

    private func haproxyCheck(_ settings: [String: String], _ directory: String) async throws -> String {
        let launch = Launch(
            executable: try #require(Tool.haproxy), arguments: ["-c", "-f", checkout + "/deploy/gateway/haproxy.cfg"], environment: settings,
            directory: directory, log: directory + "/check.log")
        let output = try await Errand.run(launch, within: .seconds(20))
        #expect(!output.contains("WARNING"), "\(output)")
        return output
    }

    // MARK: Where requests go

    @Test func routesByPath() async throws {
        let table: [(path: String, to: String?)] = [
            ("/signup", "auth"), ("/auth/login", "auth"), ("/auth/logout", "auth"), ("/userinfo", "auth"), ("/oauth/authorize?x=1", "auth"), ("/oauth/jwks", "auth"),
            ("/oauth/event-keys", "auth"), ("/oauth/launches", "auth"), ("/fhir/r4/.well-known/smart-configuration", "records"), ("/account/password", "auth"),
            ("/account", "auth"), ("/device", "auth"), ("/device/decision", "auth"), ("/account/profile", "auth"), ("/account/reset?token=x", "auth"),
            ("/account/email", "auth"), ("/account/export", "auth"), ("/account/erasure/withdrawal", "auth"), ("/oauth/origins", "auth"),
            ("/admin/users?q=x", "auth"), ("/admin/users/01932d4e/suspend", "auth"), ("/admin/audit", "auth"), ("/admin", "auth"), ("/admin/people?q=x", "auth"),
            ("/administration", nil),
            ("/organisations", "auth"), ("/organisations/01932d4e/members?limit=5", "auth"), ("/organisations/01932d4e/logo", "auth"), ("/organisationsx", nil),
            ("/admin/users/01932d4e/verification", "auth"),
            ("/.well-known/openid-configuration", "auth"), ("/.well-known/oauth-authorization-server", "auth"), ("/sdk/versions", "auth"),
            ("/users/01932d4e", "auth"), ("/users/01932d4e/factors", "auth"), ("/users/01932d4e/factors/totp/confirmation", "auth"),
            ("/users/01932d4e/factors/passkeys/registration", "auth"), ("/account/factors/passkey", "auth"), ("/oauth/login/passkey/assertion", "auth"),
            ("/users/01932d4e/avatar", "auth"), ("/users/01932d4e/avatar/image?expires=1&signature=x", "auth"), ("/users/01932d4e/guardianships", "auth"),
            ("/users/01932d4e/guardianships/01932d4f/acceptance", "auth"),
            ("/users/01932d4e/appointments", "scheduling"), ("/users/01932d4e/appointments?limit=5", "scheduling"),
            ("/providers", "scheduling"), ("/providers?specialty=x", "scheduling"), ("/providers/availability/cardiology", "scheduling"),
            ("/appointments", "scheduling"), ("/appointments/01932d4e", "scheduling"),
            ("/health/summary", "health"), ("/health/alerts/01932d4e/answer", "health"), ("/health", nil),
            ("/ers", "ers"), ("/ers/nearest?latitude=1&longitude=2", "ers"), ("/ers/01932d4e/schedule/2026-07-01", "ers"), ("/ersatz", nil),
            ("/conversations", "messaging"), ("/conversations/01932d4e/items?limit=5", "messaging"), ("/messages/01932d4e", "messaging"),
            ("/attachments", "messaging"), ("/attachments/01932d4e/content?expires=1", "messaging"), ("/stream", "messaging"),
            ("/stream/tickets", "messaging"), ("/feed?after=7", "messaging"), ("/notifications/read", "messaging"),
            ("/messages", nil), ("/feed/x", nil), ("/streams", nil),
            ("/", "front"), ("/docs", "front"), ("/docs/operators", "front"), ("/docs/search?q=tls", "front"), ("/openapi.yaml", "front"), ("/openapi.json", "front"),
            ("/asyncapi.yaml", "front"),
            ("/favicon.ico", "front"),
            ("/schemas/care.users.registered.v1.json", "front"), ("/problems", "front"), ("/problems/validation", "front"), ("/glossary", "front"),
            ("/changelog", "front"), ("/site/style.css?v=1", "front"), ("/docsandmore", nil), ("/openapi.yml", nil), ("/schemas", nil), ("/site", nil),
            ("/metrics", nil), ("/livez", nil), ("/readyz", nil), ("/users", nil), ("/users/a/b", nil), ("/users/a/factorsandmore", nil), ("/signups", nil),
            ("/providersandmore", nil), ("/.well-known/other", nil), ("/users/a/appointments/b", nil)
        ]
        try await withGateway { gateway in
            for (path, service) in table {
                let answer = try await gateway.get(path)
                #expect(answer.json["service"] as? String == service, "\(path)")
                #expect(answer.status == (service == nil ? 404 : 200), "\(path)")
                if service == nil { #expect(answer.header("content-type") == "application/problem+json", "\(path)") }
            }
        }
    }

    @Test(arguments: [
        "/auth/../metrics", "/auth/%2e%2e/metrics", "/auth/%2E./metrics", "/providers//x", "/providers/a%2Fb", "/users/a%00", "/auth/./login", "/auth/..",
        "/auth/%6Cogin", "/auth/%6cogin", "/%61uth/login", "/auth/log%49n", "/auth/login%7E", "/oauth/token%2D", "/auth%5Flogin", "/users/%30", "/users/a%0ab",
        "/users/a%7F", "/users/a%zz", "/users/a%4", "/users/a%", "/users/a\\b"
    ])
    func refusesPathsThatAServiceMightReadDifferently(_ path: String) async throws {
        try await withGateway { gateway in
            let answer = try await gateway.raw("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400"), "\(answer)")
            #expect(answer.contains("application/problem+json"))
        }
    }

    @Test(arguments: [
        ("/users//appointments", "A segment is empty"), ("/auth/../metrics", "A segment is a dot or two"), ("/users/%30", "percent-encoding of what needs none")
    ])
    func saysWhatIsOddAboutAPath(_ path: String, _ said: String) async throws {
        try await withGateway { gateway in
            let answer = try await gateway.raw("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("/problems/malformed-path") && answer.contains(said), "\(answer)")
        }
    }

    @Test(arguments: [("/providers", "application/problem+json"), ("/", "application/problem+json"), ("/fhir/r4/Patient", "application/fhir+json")])
    func nobodyIsShownTheirRequest(_ path: String, _ type: String) async throws {
        try await withGateway { gateway in
            let answer = try await gateway.raw("TRACE \(path) HTTP/1.1\r\nHost: x\r\nX-Secret: mine\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 405") && answer.contains("content-type: \(type)") && answer.contains("allow: GET, HEAD"), "\(answer)")
            #expect(!answer.contains("mine"))
        }
    }

    @Test(arguments: ["/providers/availability/internal%20medicine", "/providers/availability/p%C3%A9diatrie", "/users/a;b=c", "/users/a%2Cb%40c"])
    func letsPathsThroughWhoseEncodingIsNeeded(_ path: String) async throws {
        try await withGateway { gateway in
            let answer = try await gateway.get(path)
            #expect(answer.status == 200)
            #expect(answer.json["path"] as? String == path)
        }
    }

    @Test func itsOwnHealthCountsTheServers() async throws {
        try await withGateway { gateway in
            for path in ["/healthz", "/healthz/ready"] {
                let answer = try await gateway.get(path)
                #expect(answer.status == 200 && answer.json["status"] as? String == "ok", "\(path)")
                #expect(answer.json["servers"] as? [String: Int] == Dictionary(uniqueKeysWithValues: PlatformProgram.all.map { ($0.name, 1) }))
                #expect(answer.header("cache-control") == "no-store")
            }
        }
    }

    /// Whoever balances between gateways asks whether this one is any good (`/healthz/ready`); whoever starts it again when it hangs, whether it lives (`/healthz`).
    @Test(arguments: [("webhooks", "degraded", 200), ("front", "degraded", 200), ("all but the front door", "down", 503)])
    func itsOwnHealthSaysWhatIsAway(_ name: String, standing: String, ready: Int) async throws {
        let away = name.contains(" ") ? PlatformProgram.all.map(\.name).filter { $0 != "front" } : [name]
        try await withGateway(Dictionary(uniqueKeysWithValues: away.map { ("CARE_\($0.uppercased())_SERVER_1", "127.0.0.1:1") })) { gateway in
            for name in away { try await Self.untilAway(name, gateway) }
            let (health, readiness) = (try await gateway.get("/healthz"), try await gateway.get("/healthz/ready"))
            #expect(health.status == 200 && health.json["status"] as? String == standing)
            #expect(readiness.status == ready && readiness.json["status"] as? String == standing)
            #expect(readiness.json["servers"] as? [String: Int] == health.json["servers"] as? [String: Int])
            #expect(readiness.header("retry-after") == (ready == 503 ? "5" : nil))
        }
    }

    // MARK: The front door

    @Test func theFrontDoorIsToldOfTheServersByTheGatewayAlone() async throws {
        try await withGateway(["CARE_HEALTH_SERVER_1": "127.0.0.1:1"]) { gateway in
            try await Self.untilAway("health", gateway)
            let answer = try await gateway.get("/", ["Care-Servers": "auth=9"])
            #expect(answer.json["servers"] as? String == "auth=1 scheduling=1 messaging=1 health=0 ers=1 records=1 webhooks=1")
        }
    }

    /// What is written in a page of the gateway's own is allowed by its hash.
    @Test func statusIsShownAlsoWhenAllServicesAreAway() async throws {
        let away = Dictionary(uniqueKeysWithValues: PlatformProgram.all.map { ("CARE_\($0.name.uppercased())_SERVER_1", "127.0.0.1:1") })
        try await withGateway(away) { gateway in
            for program in PlatformProgram.all { try await Self.untilAway(program.name, gateway) }
            let answer = try await gateway.get("/status")
            let page = String(decoding: answer.body, as: UTF8.self)
            #expect(answer.status == 200 && answer.header("content-type") == "text/html; charset=utf-8" && answer.header("cache-control") == "no-store")
            #expect(page.components(separatedBy: "class=\"away\">away (0)").count - 1 == PlatformProgram.all.count)
            #expect(page.hasSuffix("</html>\n") && !page.contains("%["), "it is whole, and nothing is left to be filled in")
            let style = try #require(page.firstMatch(of: /(?s)<style>(.*)<\/style>/)).1
            let hash = Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString()
            #expect(answer.header("content-security-policy") == "default-src 'none'; style-src 'sha256-\(hash)'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'")
        }
        try await withGateway { gateway in
            let page = String(decoding: try await gateway.get("/status").body, as: UTF8.self)
            #expect(page.components(separatedBy: "class=\"up\">runs (1)").count - 1 == PlatformProgram.all.count)
        }
    }

    @Test func whoOpensTheAddressWhileTheFrontDoorIsAwayIsToldSo() async throws {
        try await withGateway(["CARE_FRONT_SERVER_1": "127.0.0.1:1"]) { gateway in
            try await Self.untilAway("front", gateway)
            let browser: HTTPHeaders = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
            for path in ["/", "/docs/operators"] {
                let page = try await gateway.get(path, browser)
                #expect(page.status == 503 && page.header("content-type") == "text/html; charset=utf-8" && page.header("retry-after") == "5", "\(path)")
                let id = try #require(page.header("x-request-id"))
                let text = String(decoding: page.body, as: UTF8.self)
                #expect(text.contains("href=\"/status\"") && text.contains("<code>\(id)</code>"))
                let french = try await gateway.get(path, ["Accept": "text/html", "Accept-Language": "fr-CH, en;q=0.5"])
                let words = String(decoding: french.body, as: UTF8.self)
                #expect(french.status == 503 && french.header("retry-after") == "5", "\(path)")
                #expect(page.header("content-language") == "en" && french.header("content-language") == "fr", "\(path)")
                #expect(words.contains("<html lang=\"fr\">") && words.contains("Les pages de Careline sont absentes pour un instant"), "\(path)")
                let program = try await gateway.get(path)
                #expect(program.status == 503 && program.header("content-type") == "application/problem+json")
            }
            let other = try await gateway.get("/providers", browser)
            #expect(other.status == 200)
        }
    }

    @Test func whoSignsInWhileAuthIsAwayIsToldSo() async throws {
        try await withGateway(["CARE_AUTH_SERVER_1": "127.0.0.1:1"]) { gateway in
            try await Self.untilAway("auth", gateway)
            for path in ["/oauth/authorize?client_id=x", "/account", "/account/reset", "/admin/people"] {
                let page = try await gateway.get(path, ["Accept": "text/html,*/*;q=0.8"])
                #expect(page.status == 503 && page.header("content-type") == "text/html; charset=utf-8" && page.header("retry-after") == "5", "\(path)")
                #expect(String(decoding: page.body, as: UTF8.self).contains("Signing in is away for a moment"), "\(path)")
            }
            let french = try await gateway.get("/account", ["Accept": "text/html", "Accept-Language": "fr", "X-Request-Id": "ours-7"])
            let words = String(decoding: french.body, as: UTF8.self)
            #expect(words.contains("La connexion est absente pour un instant") && words.contains("<code>ours-7</code>"))
            #expect(french.header("content-language") == "fr")
            let chosen = try await gateway.get("/account?lang=en", ["Accept": "text/html", "Accept-Language": "fr"])
            #expect(chosen.status == 503 && chosen.header("content-language") == "en")
            let program = try await gateway.send(.POST, "/oauth/token")
            #expect(program.status == 503 && program.header("content-type") == "application/problem+json")
        }
    }

    /// Its first health check tells the gateway.
    private static func untilAway(_ name: String, _ gateway: TestGateway) async throws {
        let isAway = try await eventually { ((try? await gateway.get("/healthz"))?.json["servers"] as? [String: Int])?[name] == 0 }
        #expect(isAway, "\(name)")
    }

    @Test func anAddressThatNobodyHasIsAPageForWhoReadsPages() async throws {
        try await withGateway { gateway in
            let page = try await gateway.get("/nothing", ["Accept": "text/html"])
            #expect(page.status == 404 && page.header("content-type") == "text/html; charset=utf-8")
            #expect(String(decoding: page.body, as: UTF8.self).contains("<html lang=\"en\">"))
            #expect(String(decoding: page.body, as: UTF8.self).contains("<link rel=\"icon\" href=\"/favicon.ico\">"))
            #expect(page.header("content-security-policy") == "default-src 'none'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'")
            let french = try await gateway.get("/nothing", ["Accept": "text/html", "Accept-Language": "fr-CH, en;q=0.5", "X-Request-Id": "<b>"])
            let words = String(decoding: french.body, as: UTF8.self)
            // An id that is none is not told back.
            let id = try #require(french.header("x-request-id"))
            #expect(words.contains("<code>\(id)</code>") && !words.contains("<b>"))
            #expect(french.status == 404 && french.header("content-type") == "text/html; charset=utf-8")
            #expect(words.contains("<html lang=\"fr\">") && words.contains("Il n’y a rien à cette adresse"))
            #expect(page.header("content-language") == "en" && french.header("content-language") == "fr")
            let odd = try await gateway.get("/docs//records", ["Accept": "text/html", "Accept-Language": "fr"])
            #expect(odd.status == 400 && odd.header("content-language") == "fr" && odd.header("cache-control") == "no-store")
            #expect(String(decoding: odd.body, as: UTF8.self).contains("Il n’y a rien à cette adresse"))
            let program = try await gateway.get("/nothing", ["Accept": "*/*"])
            #expect(program.status == 404 && program.header("content-type") == "application/problem+json")
        }
    }

    @Test(arguments: ["/docs/", "/docs/api/", "/docs/events/", "/docs/operations/", "/docs/sdk/reference/", "/problems/", "/status/"])
    func aSlashTooMuchLeadsToTheSamePage(_ path: String) async throws {
        try await withGateway { gateway in
            let answer = try await gateway.get(path)
            #expect(answer.status == 308 && answer.header("location") == String(path.dropLast()))
        }
    }

    // MARK: Headers

    @Test func everyRequestHasAnIdThatComesBack() async throws {
        try await withGateway { gateway in
            let own = try await gateway.get("/signup", ["X-Request-Id": "mine-1"])
            #expect(own.json["requestId"] as? String == "mine-1")
            #expect(own.header("x-request-id") == "mine-1")

            let made = try await gateway.get("/signup")
            let identifier = try #require(made.header("x-request-id"))
            #expect(UUID(uuidString: identifier) != nil)
            #expect(made.json["requestId"] as? String == identifier)

            let insane = try await gateway.get("/signup", ["X-Request-Id": "a b\"c"])
            #expect(UUID(uuidString: insane.header("x-request-id") ?? "") != nil)

            let identifierOf404 = try await gateway.get("/nothing").header("x-request-id")
            #expect(identifierOf404 != nil)
        }
    }

    @Test func theClientsAddressIsSaidByTheGatewayAlone() async throws {
        try await withGateway { gateway in
            let forged: HTTPHeaders = ["X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "https", "X-Real-IP": "7.7.7.7", "Forwarded": "for=8.8.8.8"]
            let answer = try await gateway.get("/signup", forged)
            #expect(answer.json["forwardedFor"] as? String == "127.0.0.1")
            #expect(answer.json["forwardedProto"] as? String == "http")
            #expect(answer.json["realIP"] as? String == "")
        }
    }

    @Test func aCircleIsBroken() async throws {
        try await withGateway { gateway in
            let status = try await gateway.get("/signup", ["Via": "1.1 careline-gateway"]).status
            #expect(status == 508)
        }
    }

    // MARK: Limits and faults

    @Test func credentialsAreLimitedMoreStrictly() async throws {
        try await withGateway(["CARE_GATEWAY_LIMIT_CREDENTIALS_10S": "3", "CARE_GATEWAY_LIMIT_10S": "13"]) { gateway in
            var statuses: [Int] = []
            for _ in 1...5 { statuses.append(try await gateway.send(.POST, "/auth/login").status) }
            #expect(statuses == [200, 200, 200, 429, 429])
            let refused = try await gateway.send(.POST, "/auth/login")
            #expect(refused.header("retry-after") == "10")
            #expect(refused.json["type"] as? String == "http://127.0.0.1:8080/problems/too-many-requests")
            // Who has sent a form reads a page.
            let page = try await gateway.send(.POST, "/oauth/login", ["Accept": "text/html,*/*;q=0.8", "Accept-Language": "fr"])
            #expect(page.status == 429 && page.header("retry-after") == "10" && page.header("content-type") == "text/html; charset=utf-8")
            let id = try #require(page.header("x-request-id"))
            let words = String(decoding: page.body, as: UTF8.self)
            #expect(words.contains("Attendez dix secondes") && words.contains("<code>\(id)</code>"))
            #expect(page.header("content-language") == "fr")
            // Reading goes on: seven of thirteen are used.
            let reading = try await gateway.get("/providers").status
            #expect(reading == 200)
            for _ in 1...6 { _ = try await gateway.get("/providers") }
            let tooMuch = try await gateway.get("/providers").status
            #expect(tooMuch == 429)
        }
    }

    /// As often as a resource server likes; guessing at its secret is limited, and logging in is counted apart.
    @Test func ofIntrospectionsOnlyRefusedOnesAreLimited() async throws {
        try await withGateway(["CARE_GATEWAY_LIMIT_CREDENTIALS_10S": "3"]) { gateway in
            func statuses(_ count: Int, _ headers: HTTPHeaders = [:]) async throws -> [Int] {
                var statuses: [Int] = []
                for _ in 1...count { statuses.append(try await gateway.send(.POST, "/oauth/introspect", headers).status) }
                return statuses
            }
            let known = try await statuses(8, ["Authorization": "Basic YTpi"])
            #expect(known == Array(repeating: 200, count: 8))
            let before = try await gateway.send(.POST, "/auth/login").status
            let guesses = try await statuses(6)
            #expect(guesses == [401, 401, 401, 401, 429, 429])
            let late = try await statuses(1, ["Authorization": "Basic YTpi"])
            #expect(late == [429])
            let after = try await gateway.send(.POST, "/auth/login").status
            #expect(before == 200 && after == 200)
        }
    }

    @Test func limitsCanBeSwitchedOff() async throws {
        try await withGateway(["CARE_GATEWAY_LIMITS": "off", "CARE_GATEWAY_LIMIT_CREDENTIALS_10S": "1"]) { gateway in
            for _ in 1...5 {
                let status = try await gateway.send(.POST, "/auth/login").status
                #expect(status == 200)
            }
        }
    }

    @Test func aBodyOverTheLimitIsRefusedUnread() async throws {
        try await withGateway { gateway in
            let answer = try await gateway.raw("POST /appointments HTTP/1.1\r\nHost: x\r\nContent-Length: 8388609\r\n\r\n", bytes: 500)
            #expect(answer.hasPrefix("HTTP/1.1 413"))
            #expect(answer.contains("problems/too-large"))
            // Who sends a form of a page reads a page.
            let form = "POST /account/picture HTTP/1.1\r\nHost: x\r\nAccept: text/html,*/*;q=0.8\r\nAccept-Language: fr\r\nContent-Length: 8388609\r\n\r\n"
            let page = try await gateway.raw(form, bytes: 500).lowercased()
            #expect(page.hasPrefix("http/1.1 413") && page.contains("content-type: text/html") && page.contains("content-language: fr"), "\(page)")
        }
    }

    @Test(arguments: [
        ("/appointments", 8_388_609, "8 MiB"), ("/app-data", 33_554_433, "32 MiB"), ("/attachments", 104_923_137, "100 MiB"),
        ("/records/uploads/a", 104_923_137, "100 MiB")
    ])
    func aBodyTooLargeHearsTheLimitOfItsOwnRoute(_ path: String, length: Int, limit: String) async throws {
        try await withGateway { gateway in
            // So long that the first 740 bytes, after which nothing is waited for, are there before the body would be.
            let own = String(repeating: "m", count: 128)
            let answer = try await gateway.raw("POST \(path) HTTP/1.1\r\nHost: x\r\nX-Request-Id: \(own)\r\nContent-Length: \(length)\r\n\r\n", bytes: 740)
            #expect(answer.hasPrefix("HTTP/1.1 413"))
            #expect(answer.contains(limit))
            #expect(answer.contains("\"requestId\":\"mmm"))
        }
    }

    @Test(arguments: [(15_900, 200), (17_000, 431), (30_000, 431)])
    func aLargeHeadIsAProblem(bytes: Int, status: Int) async throws {
        try await withGateway { gateway in
            let head = "GET /providers HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: " + String(repeating: "a", count: bytes) + "\r\n\r\n"
            let answer = try await gateway.raw(head)
            #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(answer)")
            if status == 431 { #expect(answer.contains("application/problem+json") && answer.contains("problems/head-too-large") && answer.contains("\"requestId\":\"")) }
        }
    }

    @Test func aChunkedBodyPassesOnceItIsWhole() async throws {
        try await withGateway { gateway in
            let head = "POST /signup HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n"
            let whole = try await gateway.raw(head + "\r\n5;a=b\r\nhello\r\n3\r\nyou\r\n0\r\n\r\n")
            #expect(whole.hasPrefix("HTTP/1.1 200"))
            let large = try await gateway.raw(head + "\r\n8000\r\n" + String(repeating: "a", count: 0x8000) + "\r\n0\r\n\r\n")
            #expect(large.isEmpty, "closed, without a word that could leave the rest of the body to be read")
            let largeHead = try await gateway.raw(head + "X: " + String(repeating: "a", count: 9000) + "\r\n\r\n0\r\n\r\n")
            #expect(largeHead.isEmpty)
        }
    }

    @Test func aServiceThatIsAwayIsA503WithRetryAfter() async throws {
        try await withGateway(["CARE_AUTH_SERVER_1": "127.0.0.1:1"]) { gateway in
            let answer = try await gateway.get("/userinfo")
            #expect(answer.status == 503)
            #expect(answer.header("retry-after") == "2")
            #expect(answer.header("content-type") == "application/problem+json")
            #expect(answer.header("x-request-id") != nil)
            let other = try await gateway.get("/providers").status
            #expect(other == 200)
        }
    }

    @Test func anotherReplicaTakesOver() async throws {
        try await withGateway(["CARE_AUTH_SERVER_2": "127.0.0.1:1"]) { gateway in
            for _ in 1...4 {
                let status = try await gateway.get("/userinfo").status
                #expect(status == 200)
            }
        }
    }

    /// Its own, HAProxy's, a service's; a page's policy stays the page's.
    @Test func everyAnswerSaysThatABrowserMayDoNothingWithIt() async throws {
        try await withGateway { gateway in
            for (path, status) in [
                ("/providers", 200), ("/healthz", 200), ("/nothing", 404), ("/providers/../x", 400), ("/providers?" + String(repeating: "a", count: 17_000), 431)
            ] {
                let answer = try await gateway.raw("GET \(path) HTTP/1.1\r\nHost: care.example\r\nConnection: close\r\n\r\n").lowercased()
                #expect(answer.hasPrefix("http/1.1 \(status)"), "\(path.prefix(40))")
                #expect(answer.components(separatedBy: "x-content-type-options: nosniff\r\n").count == 2, "\(path.prefix(40))")
                let policy = "content-security-policy: default-src 'none'; frame-ancestors 'none'; base-uri 'none'\r\n"
                #expect(answer.components(separatedBy: policy).count == 2, "\(path.prefix(40))")
            }
            let page = try await gateway.get("/oauth/page")
            #expect(page.headers["Content-Security-Policy"] == ["default-src 'none'; style-src 'self'"])
            #expect(page.headers["X-Content-Type-Options"] == ["nosniff"])
        }
    }

    /// Whether it comes packed to who takes it so, and its entity tag then. A stream of events never does: packed, one would wait for the next.
    @Test(
        arguments: [
            ("/providers", true, nil), ("/fhir/r4/Observation", true, nil), ("/ers", true, nil), ("/appointments/weak", true, "W/\"7\""),
            ("/appointments/strong", false, "\"7\""), ("/appointments/part", false, nil), ("/oauth/page", false, nil), ("/oauth/jwks", false, nil),
            ("/oauth/token", false, nil),
            ("/docs/long", true, "W/\"7\""), ("/schemas/long", true, "W/\"7\""), ("/auth/login", false, nil), ("/signup", false, nil), ("/userinfo", false, nil),
            ("/stream/tickets", false, nil), ("/webhooks", false, nil), ("/webhooks/01932d4e/secrets", false, nil), ("/webhooks/01932d4e", true, nil),
            ("/records/measurement-keys/01932d4e", false, nil), ("/records/access-log", true, nil), ("/attachments/01932d4e", false, nil),
            ("/feed", false, nil)
        ] as [(String, Bool, String?)])
    func packsWhatHoldsNoSecret(_ path: String, isPacked: Bool, _ tag: String?) async throws {
        try await withGateway { gateway in
            let plain = try await gateway.get(path)
            #expect(plain.header("Content-Encoding") == nil && plain.header("ETag") == tag)
            let answer = try await gateway.get(path, ["Accept-Encoding": "gzip"])
            #expect(answer.header("Content-Encoding") == (isPacked ? "gzip" : nil))
            #expect(answer.headers["Vary"].contains { $0.lowercased().contains("accept-encoding") } == isPacked)
            #expect(answer.header("ETag") == tag)
            // gzip's first two bytes (RFC 1952, section 2.3.1); else the very bytes.
            if isPacked { #expect(answer.body.prefix(2) == [0x1F, 0x8B]) } else if tag != nil { #expect(answer.body == plain.body) }
        }
    }

    /// Of its own answers, which hold nothing of anybody. A service says for itself who may read.
    @Test func anyPageMayReadWhatTheGatewayItselfAnswers() async throws {
        try await withGateway(["CARE_HEALTH_SERVER_1": "127.0.0.1:1"]) { gateway in
            for (path, status) in [("/healthz", 200), ("/nothing", 404), ("/health/summary", 503), ("/providers?" + String(repeating: "a", count: 17_000), 431)] {
                let answer = try await gateway.get(path)
                #expect(answer.status == status, "\(path.prefix(40))")
                #expect(answer.headers["Access-Control-Allow-Origin"] == ["*"], "\(path.prefix(40))")
                #expect(answer.header("Access-Control-Expose-Headers")?.contains("Retry-After") == true, "\(path.prefix(40))")
                #expect(answer.headers["Access-Control-Allow-Credentials"] == [])
            }
            #expect(try await gateway.get("/providers").headers["Access-Control-Allow-Origin"] == [])
        }
    }

    @Test func whatIsSentInTheClearIsRefusedAndPagesAreSentOn() async throws {
        try await withScratch { directory in
            let certificate = try await Self.certificate(in: directory)
            let port = try freePorts(1)[0]
            let settings = ["CARE_TLS_CERT": certificate, "CARE_TLS_PORT": "\(port)", "CARE_ISSUER": "https://care.example"]
            try await withGateway(settings) { gateway in
                func plain(_ line: String, accepting type: String = "*/*") async throws -> String {
                    try await gateway.raw("\(line) HTTP/1.1\r\nHost: evil.example\r\nAccept: \(type)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                }
                let page = try await plain("GET /account?a=1", accepting: "text/html,application/xhtml+xml,*/*;q=0.8")
                #expect(page.hasPrefix("HTTP/1.1 308") && page.contains("location: https://care.example/account?a=1\r\n"))
                for line in ["GET /providers?a=1", "POST /oauth/token", "DELETE /account/sessions", "OPTIONS /userinfo"] {
                    let refused = try await plain(line)
                    #expect(refused.hasPrefix("HTTP/1.1 403") && refused.contains("https://care.example/problems/tls-required"), "\(line)")
                    #expect(!refused.lowercased().contains("location:"), "\(line)")
                }
                // Nor does a form go on by itself.
                #expect(try await plain("POST /oauth/login", accepting: "text/html").hasPrefix("HTTP/1.1 403"))
                let outcome = try await plain("GET /fhir/r4/Patient", accepting: "application/fhir+json")
                #expect(outcome.hasPrefix("HTTP/1.1 403") && outcome.contains("application/fhir+json") && outcome.contains("\"code\":\"security\""))
                for path in ["/healthz", "/healthz/ready"] {
                    let health = try await gateway.raw("GET \(path) HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n")
                    #expect(health.hasPrefix("HTTP/1.1 200"), "a load balancer's probe is answered without TLS")
                }
                let curl = Launch(
                    executable: "/usr/bin/curl", arguments: ["-sSik", "https://127.0.0.1:\(port)/providers"], environment: [:], directory: directory,
                    log: directory + "/curl.log")
                let secure = try await Errand.run(curl, within: .seconds(20))
                #expect(secure.contains("strict-transport-security: max-age=31536000; includeSubDomains\r\n"))
                #expect(secure.contains("\"forwardedProto\":\"https\""))
                let choice = Launch(
                    executable: "/usr/bin/curl", arguments: ["-sSik", "-H", "Accept: text/html", "https://127.0.0.1:\(port)/status?lang=fr"], environment: [:],
                    directory: directory, log: directory + "/curl.log")
                let chosen = try await Errand.run(choice, within: .seconds(20))
                #expect(chosen.contains("set-cookie: __Host-care_language=fr; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure\r\n"))
                #expect(!chosen.contains("set-cookie: care_language"))
                let old = Launch(
                    executable: "/usr/bin/curl", arguments: ["-sSk", "--tls-max", "1.1", "https://127.0.0.1:\(port)/providers"], environment: [:],
                    directory: directory, log: directory + "/curl.log")
                let refusal = await failure(of: ErrandFailure.self) { try await Errand.run(old, within: .seconds(20)) }
                #expect(refusal != nil)
            }
        }
    }

    private static func certificate(in directory: String) async throws -> String {
        let make = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost -keyout key -out cert && cat cert key > both.pem"
        let launch = Launch(
            executable: "/bin/sh", arguments: ["-c", make], environment: ["PATH": "/usr/bin:/bin"], directory: directory, log: directory + "/openssl.log")
        try await Errand.run(launch, within: .seconds(20))
        return directory + "/both.pem"
    }
}
