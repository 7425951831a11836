import CareModels
import Foundation
import HTTP
import Testing

@testable import Careline

/// What the gateway itself answers: problems of the services' list, and OperationOutcomes to FHIR's clients.
@Suite struct GatewayProblemsTests {
    /// A line of the configuration that answers by a problem: its status, and what the body says.
    private struct Answer {
        var status: Int
        var body: [String: Any]
    }

    private static func configuration() throws -> String { try String(contentsOfFile: checkout + "/deploy/gateway/haproxy.cfg", encoding: .utf8) }

    /// What HAProxy makes of a body's texts for who reads that language.
    private static func said(_ body: Substring, in language: Language) -> String {
        body.replacing(/%\[var\(txn\.reads,en\),strcmp\(proc\.french\),iif\("([^"]+)","([^"]+)"\)\]/) { language == .english ? $0.1 : $0.2 }.description
    }

    private static func answers(in language: Language) throws -> [Answer] {
        try configuration().split(separator: "\n").compactMap { line in
            guard let found = line.firstMatch(of: /status (\d+) content-type application\/problem\+json .*lf-string '(.*)'/), let status = Int(found.1) else {
                return nil
            }
            let body = try JSONSerialization.jsonObject(with: Data(said(found.2, in: language).utf8)) as? [String: Any]
            return Answer(status: status, body: try #require(body))
        }
    }

    @Test(arguments: Language.allCases) func itsProblemsAreOfTheList(_ language: Language) throws {
        let answers = try Self.answers(in: language)
        #expect(answers.count > 10)
        for answer in answers {
            let address = try #require(answer.body["type"] as? String)
            let name = address.replacingOccurrences(of: "%[var(proc.issuer)]/problems/", with: "")
            let type = try #require(ProblemType.allCases.first { $0.name == name }, "\(address) is not in the list")
            #expect(answer.status == type.status && answer.body["status"] as? Int == type.status, "\(name)")
            #expect(answer.body["title"] as? String == type.title(in: language), "\(name)")
            #expect(answer.body["requestId"] as? String == "%[var(txn.request_id)]", "\(name)")
            let own = Set(answer.body.keys).subtracting(["type", "title", "status", "detail", "requestId"])
            #expect(own.isSubset(of: type.members.map(\.name)), "\(name)")
            #expect(own.allSatisfy { answer.body[$0] as? Int != nil }, "\(name)")
        }
    }

    @Test func whateverPeopleReadIsSaidInBothLanguages() throws {
        let texts = try Self.configuration().matches(of: /"(?:title|detail|diagnostics)":"(%\[.+?\]|[^"]*)"/)
        #expect(texts.count > 30)
        for text in texts {
            let (english, french) = (Self.said(text.1, in: .english), Self.said(text.1, in: .french))
            #expect(english != french && !english.contains("%[") && !french.contains("%["), "\(english)")
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func theyAreInTheLanguageThatWasAskedFor() async throws {
        try await withGateway { gateway in
            let nothing = ProblemType.allCases.first { $0.name == "no-such-address" }
            for (asked, language) in [("fr-CH, en;q=0.5", Language.french), ("de, en;q=0.2, fr;q=0.1", .english), ("de", .english)] {
                let answer = try await gateway.get("/nothing", ["Accept-Language": asked])
                #expect(answer.json["title"] as? String == nothing?.title(in: language), "\(asked)")
                #expect(answer.header("content-language") == language.tag && answer.header("vary") == "Accept-Language", "\(asked)")
            }
            let outcome = try await gateway.get("/fhir/r4//Patient", ["Accept-Language": "fr"])
            #expect(outcome.status == 400 && outcome.header("content-language") == "fr")
            let issue = try #require((outcome.json["issue"] as? [[String: Any]])?.first)
            #expect((issue["diagnostics"] as? String)?.hasPrefix("Le chemin est illisible") == true)
            // Of its state programs ask, in no language.
            #expect(try await gateway.get("/healthz", ["Accept-Language": "fr"]).header("content-language") == nil)
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func aProblemsPageIsAtThePublicAddress() async throws {
        try await withGateway(["CARE_ISSUER": "https://care.example"]) { gateway in
            let answer = try await gateway.get("/nothing")
            #expect(answer.status == 404)
            #expect(answer.json["type"] as? String == "https://care.example/problems/no-such-address")
            #expect(answer.json["requestId"] as? String == answer.header("x-request-id"))
        }
    }

    /// Whatever HAProxy itself may answer behind its rules: each error that is a problem elsewhere is an outcome there. `deny_status` is of the rules, which tell FHIR's
    /// addresses from others by themselves.
    @Test func eachOfItsOwnErrorsHasAnOutcome() throws {
        let configuration = try Self.configuration()
        func statuses(_ type: String) -> Set<Substring> {
            Set(
                configuration.split(separator: "\n").compactMap { $0.firstMatch(of: /^ +http-error status (\d+) content-type (\S+)/) }.filter { $0.2 == type }.map {
                    $0.1
                })
        }
        let ofRules = Set(configuration.matches(of: /deny_status (\d+)/).map { $0.1 })
        #expect(ofRules == ["413", "429"])
        #expect(statuses("application/fhir+json") == statuses("application/problem+json").subtracting(ofRules))
        #expect(statuses("application/fhir+json").isSuperset(of: ["400", "403", "500", "502", "503", "504"]))
        // And a page, for who reads pages.
        #expect(statuses("\"text/html;") == statuses("application/fhir+json"))
        // As Records' outcomes do, each names its request.
        let outcomes = configuration.split(separator: "\n").filter { $0.contains("\"resourceType\":\"OperationOutcome\"") }
        #expect(!outcomes.isEmpty && outcomes.allSatisfy { $0.contains("request-id\",\"valueString\":\"%[var(txn.request_id)]\"") })
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func fhirsClientsHearAnOutcome() async throws {
        try await withGateway { gateway in
            #expect(try await code("/fhir/r4//Patient", 400, gateway) == "invalid")
            #expect(try await code("/fhir/r4/Patient?name=" + String(repeating: "a", count: 17_000), 431, gateway) == "too-long")
            let large = try await gateway.raw("POST /fhir/r4 HTTP/1.1\r\nHost: x\r\nContent-Length: 33554433\r\n\r\n", bytes: 300)
            #expect(large.hasPrefix("HTTP/1.1 413") && large.contains("application/fhir+json"))
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func fhirsClientsHearThatRecordsIsAway() async throws {
        try await withGateway(["CARE_RECORDS_SERVER_1": "127.0.0.1:1"]) { gateway in
            // Until its first check it passes for a server.
            let isAway = try await eventually {
                let servers = (try? await gateway.get("/healthz"))?.json["servers"] as? [String: Any]
                return servers?["records"] as? Int == 0
            }
            #expect(isAway)
            #expect(try await code("/fhir/r4/Patient", 503, gateway) == "transient")
            // Of app data, which Records has too, it is a problem.
            let other = try await gateway.get("/app-data/x")
            #expect(other.status == 503 && other.header("content-type") == "application/problem+json")
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func fhirsClientsHearThatRecordsFailed() async throws {
        try await withGateway(["CARE_GATEWAY_SERVER_TIMEOUT": "300ms"]) { gateway in
            for (end, status, issue) in [("broken", 502, "transient"), ("silent", 504, "timeout")] {
                let answer = try await alone("/fhir/r4/Patient/\(end)", gateway)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(end)")
                #expect(answer.contains("application/fhir+json") && answer.contains("\"code\":\"\(issue)\""), "\(end)")
                let other = try await alone("/app-data/\(end)", gateway)
                #expect(other.hasPrefix("HTTP/1.1 \(status) ") && other.contains("application/problem+json"), "\(end)")
            }
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func whoReadsPagesIsShownOneWhereAServiceFails() async throws {
        try await withGateway(["CARE_GATEWAY_SERVER_TIMEOUT": "300ms"]) { gateway in
            for path in ["/account", "/oauth", "/docs"] {
                for (end, status) in [("broken", 502), ("silent", 504)] {
                    let french = try await alone("\(path)/\(end)", gateway, ["Accept: text/html,*/*;q=0.8", "Accept-Language: fr", "X-Request-Id: ours-7"])
                    #expect(french.hasPrefix("HTTP/1.1 \(status) ") && french.contains("content-type: text/html; charset=utf-8"), "\(path) \(end)")
                    #expect(french.contains("content-language: fr") && french.contains("<html lang=\"fr\">") && french.contains("<code>ours-7</code>"))
                    #expect(french.contains("Il n’y a pas de réponse pour le moment") && french.contains("retry-after:"), "\(path) \(end)")
                    let chosen = try await alone("\(path)/\(end)", gateway, ["Accept: text/html", "Accept-Language: fr", "Cookie: care_language=en"])
                    #expect(chosen.contains("<html lang=\"en\">") && chosen.contains("There is no answer just now"), "\(path) \(end)")
                    let program = try await alone("\(path)/\(end)", gateway)
                    #expect(program.hasPrefix("HTTP/1.1 \(status) ") && program.contains("application/problem+json"), "\(path) \(end)")
                }
            }
            // Other addresses are for programs, also in a browser.
            let data = try await alone("/app-data/broken", gateway, ["Accept: text/html"])
            #expect(data.hasPrefix("HTTP/1.1 502 ") && data.contains("application/problem+json"))
            // Nothing else is another for who reads pages.
            let account = try await gateway.get("/account", ["Accept": "text/html"])
            #expect(account.json["service"] as? String == "auth")
            let guide = try await gateway.get("/docs/x", ["Accept": "text/html"])
            #expect((guide.json["servers"] as? String)?.hasPrefix("auth=1 ") == true)
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func tooLongAHeadIsAPageForWhoReadsPages() async throws {
        try await withGateway { gateway in
            let long = "X-Long: " + String(repeating: "a", count: 17_000)
            for (language, words) in [("en", "The request is too long"), ("fr", "La requête est trop longue")] {
                let page = try await alone("/account", gateway, ["Accept: text/html", "Accept-Language: \(language)", long])
                #expect(page.hasPrefix("HTTP/1.1 431 ") && page.contains("content-type: text/html; charset=utf-8") && page.contains(words), "\(language)")
                #expect(page.contains("content-language: \(language)") && page.contains("<html lang=\"\(language)\">"))
            }
            let outcome = try await alone("/fhir/r4/Patient", gateway, ["Accept: text/html", long])
            #expect(outcome.hasPrefix("HTTP/1.1 431 ") && outcome.contains("application/fhir+json"))
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func fhirsClientsHearOfACircle() async throws {
        try await withGateway { gateway in
            #expect(try await code("/fhir/r4/Patient", 508, gateway, ["Via": "1.1 careline-gateway"]) == "exception")
            let other = try await gateway.get("/app-data/x", ["Via": "1.1 careline-gateway"])
            #expect(other.status == 508 && other.header("content-type") == "application/problem+json")
        }
    }

    @Test(.enabled(if: Tool.haproxy != nil, "HAProxy is not installed: make setup")) func fhirsClientsHearThatTheyAskTooMuch() async throws {
        try await withGateway(["CARE_GATEWAY_LIMIT_10S": "10"]) { gateway in
            for _ in 1...10 { _ = try await gateway.get("/fhir/r4/Patient") }
            #expect(try await code("/fhir/r4/Patient", 429, gateway) == "throttled")
        }
    }

    /// On a connection of its own: where one has been used before, the gateway closes it as a server does, and the client asks again.
    private func alone(_ path: String, _ gateway: TestGateway, _ headers: [String] = []) async throws -> String {
        let lines = ["GET \(path) HTTP/1.1", "Host: x", "Connection: close"] + headers
        return try await gateway.raw(lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// The outcome's, which the answer has to be.
    private func code(_ path: String, _ status: Int, _ gateway: TestGateway, _ headers: HTTPHeaders = [:]) async throws -> String? {
        let answer = try await gateway.get(path, headers)
        #expect(answer.status == status, "\(path.prefix(40))")
        #expect(answer.header("content-type") == "application/fhir+json", "\(path.prefix(40))")
        #expect(answer.json["resourceType"] as? String == "OperationOutcome")
        let named = (answer.json["extension"] as? [[String: Any]])?.first
        #expect((named?["url"] as? String)?.hasSuffix("/fhir/StructureDefinition/request-id") == true, "\(path.prefix(40))")
        #expect(named?["valueString"] as? String == answer.header("x-request-id"), "\(path.prefix(40))")
        return (answer.json["issue"] as? [[String: Any]])?.first?["code"] as? String
    }
}
