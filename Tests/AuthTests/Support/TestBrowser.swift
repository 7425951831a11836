import Foundation
import HTTP
import ServiceTestKit
import Synchronization
import TestKit

@testable import AuthService

/// A browser without JavaScript: keeps cookies, reads forms, does not follow redirects by itself.
final class TestBrowser: Sendable {
    static let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

    private let world: World
    private let userAgent: String?
    private let jar = Mutex<[String: String]>([:])

    init(_ world: World, userAgent: String? = nil) {
        self.world = world
        self.userAgent = userAgent
    }

    var cookies: [String: String] { jar.withLock { $0 } }

    func get(_ path: String) async throws -> Answer { keep(try await world.get(path, headers: headers)) }

    func post(_ path: String, _ form: [(String, String)]) async throws -> Answer {
        keep(try await world.post(path, form: form, headers: headers))
    }

    /// Sends the form of `page`, its hidden fields with `values`.
    func submit(_ page: Answer, _ values: [(String, String)]) async throws -> Answer {
        guard let action = Self.attribute("action", in: page.text, after: "<form") else { throw TestKitError("no form: \(page.status) \(page.text)") }
        return try await post(action, Self.hidden(page) + values)
    }

    /// Sends the form of `page` as one with a file, as multipart/form-data.
    func upload(_ page: Answer, _ values: [(String, String)] = [], picture: [UInt8]?) async throws -> Answer {
        guard let action = Self.attribute("action", in: page.text, after: "<form") else { throw TestKitError("no form: \(page.status) \(page.text)") }
        return try await upload(to: action, Self.hidden(page) + values, picture: picture)
    }

    func upload(to path: String, _ fields: [(String, String)], picture: [UInt8]?) async throws -> Answer {
        let boundary = "----careline-test"
        func part(_ name: String, _ more: String = "") -> [UInt8] {
            Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(more)\r\n\r\n".utf8)
        }
        var body: [UInt8] = []
        for (name, value) in fields { body += part(name) + Array("\(value)\r\n".utf8) }
        if let picture { body += part("picture", "; filename=\"me.png\"\r\nContent-Type: image/png") + picture + Array("\r\n".utf8) }
        body += Array("--\(boundary)--\r\n".utf8)
        return keep(try await world.send(.POST, path, headers: headers, body: body, type: "multipart/form-data; boundary=\(boundary)"))
    }

    static func hidden(_ page: Answer) -> [(String, String)] {
        // Of several forms each has them.
        var seen: Set<String> = []
        return page.text.components(separatedBy: "<input type=\"hidden\"").dropFirst().compactMap { part in
            guard let name = attribute("name", in: part, after: ""), let value = attribute("value", in: part, after: "") else { return nil }
            return seen.insert(name).inserted ? (name, value) : nil
        }
    }

    private var headers: HTTPHeaders {
        let line = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        var headers: HTTPHeaders = line.isEmpty ? [:] : ["Cookie": line]
        if let userAgent { headers.add(name: "User-Agent", value: userAgent) }
        return headers
    }

    private func keep(_ answer: Answer) -> Answer {
        for line in answer.headers["Set-Cookie"] {
            let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2 { jar.withLock { $0[pair[0]] = pair[1] } }
        }
        return answer
    }

    private static func attribute(_ name: String, in text: String, after start: String) -> String? {
        var rest = Substring(text)
        if !start.isEmpty {
            guard let range = rest.range(of: start) else { return nil }
            rest = rest[range.upperBound...]
        }
        guard let opening = rest.range(of: "\(name)=\"") else { return nil }
        let value = rest[opening.upperBound...].prefix { $0 != "\"" }
        return value.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&amp;", with: "&")
    }
}

/// An app that uses the authorization code flow.
struct TestApp {
    static let verifier = CodeExchangeTests.verifier

    var clientID = "app"
    var redirect = "https://app.example/cb"
    var scope = "openid profile email offline_access appointments:read"

    func query(_ extra: [(String, String)] = []) -> String {
        let pairs = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirect), ("scope", scope), ("state", "st&te"),
            ("nonce", "n-1"), ("code_challenge", CodeExchangeTests.challenge), ("code_challenge_method", "S256")
        ]
        let names = Set(extra.map(\.0))
        let all = pairs.filter { !names.contains($0.0) } + extra.filter { !$0.1.isEmpty }
        return FormEncoding.encode(all.map { (name: $0.0, value: $0.1) })
    }

    func start(_ extra: [(String, String)] = []) -> String { "/oauth/authorize?" + query(extra) }

    /// Logs in and agrees; gives the code.
    func code(_ browser: TestBrowser, username: String, extra: [(String, String)] = []) async throws -> String {
        let login = try await browser.get(start(extra))
        let afterLogin = try await browser.submit(login, [("username", username), ("password", World.password)])
        guard let next = afterLogin.header("Location") else { throw TestKitError("not logged in: \(afterLogin.status)") }
        var answer = try await browser.get(next)
        if answer.status == 200 { answer = try await browser.submit(answer, [("decision", "allow")]) }
        guard let code = answer.location("code") else { throw TestKitError("no code: \(answer.status) \(answer.text)") }
        return code
    }

    /// The same of a person who has signed up just now, where this app has been registered just now.
    func code(ofNew username: String, on world: World) async throws -> String {
        try await world.signUp(username)
        try await world.saveApp()
        return try await code(TestBrowser(world), username: username)
    }

    func exchange(_ code: String, on world: World, verifier: String = verifier, changes: [String: String] = [:]) async throws -> Answer {
        var form = [
            "grant_type": "authorization_code", "code": code, "client_id": clientID, "redirect_uri": redirect, "code_verifier": verifier
        ]
        form.merge(changes) { $1 }
        return try await world.post("/oauth/token", form: form.map { ($0.key, $0.value) }.filter { !$0.1.isEmpty })
    }
}
