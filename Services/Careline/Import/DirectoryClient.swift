import CareModels
import Foundation
import HTTP
import JSON

/// Sends rows to the directory's API, as any machine with a token would.
///
/// Through the API and not into the database: so an import is checked, noted with who did it, and published like every other change, works from
/// any machine that reaches the gateway, and needs no password of the database.
struct DirectoryClient: Sendable {
    struct Result: Decodable, Sendable {
        var sourceId: String
        var outcome: String
        var fields: [Fault]?
    }

    private struct Batch: Encodable {
        var source: String
        var dryRun: Bool
        var items: [ERRow.Item]
    }

    private struct Answer: Decodable { var items: [Result] }

    let url: String
    let source: String
    let isDryRun: Bool
    let token: @Sendable () async throws -> String
    private let client = HTTPClient(mostConnections: 2)

    init(url: String, source: String, isDryRun: Bool, token: @escaping @Sendable () async throws -> String) {
        self.url = url
        self.source = source
        self.isDryRun = isDryRun
        self.token = token
    }

    private static let mostTries = 6

    /// A batch may be sent again: what was taken in is then unchanged.
    func send(_ items: [ERRow.Item]) async throws -> [Result] {
        let body = Array(try JSONEncoder().encode(Batch(source: source, dryRun: isDryRun, items: items)))
        var bearer = try await token()
        for attempt in 1... {
            let headers: HTTPHeaders = ["Authorization": "Bearer \(bearer)", "Content-Type": "application/json"]
            let answer: HTTPClient.Response
            do {
                answer = try await client.send(.POST, url + "/ers/import", headers: headers, body: body, deadline: .seconds(60))
            } catch {
                guard attempt < Self.mostTries else { throw Failure("\(url) cannot be reached: \(error)") }
                try await Task.sleep(for: .milliseconds(250 << attempt))
                continue
            }
            switch answer.status.code {
            case 200: return try CareJSON.decode(Answer.self, from: answer.body).items
            case 401 where attempt == 1: bearer = try await token()
            case 429, 502, 503, 504:
                guard attempt < Self.mostTries else { throw Self.failure(answer) }
                let seconds = answer.headers.first(name: "Retry-After").flatMap { Int($0) } ?? 1
                try await Task.sleep(for: .seconds(min(max(seconds, 1), 30)))
            default: throw Self.failure(answer)
            }
        }
        preconditionFailure("the loop ends by itself")
    }

    private static func failure(_ answer: HTTPClient.Response) -> Failure {
        let hint = answer.status.code == 403 ? "\nThe token needs the role scheduler, admin or service, and the scope ers:write." : ""
        return Failure("the directory answered \(answer.status.code): \(String(decoding: answer.body.prefix(600), as: UTF8.self))\(hint)")
    }

    /// A machine's token by `client_credentials` (RFC 6749, section 4.4).
    static func machineToken(_ url: String, client: String, secret: String) async throws -> String {
        struct Token: Decodable { var access_token: String }
        // Each form-encoded first (RFC 6749, section 2.3.1): a + in a secret would be read as a space.
        let pair = [client, secret].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0 }
        let basic = Data(pair.joined(separator: ":").utf8).base64EncodedString()
        let headers: HTTPHeaders = ["Authorization": "Basic \(basic)", "Content-Type": "application/x-www-form-urlencoded"]
        let body = Array("grant_type=client_credentials&scope=ers%3Awrite".utf8)
        let answer: HTTPClient.Response
        do { answer = try await HTTPClient().send(.POST, url + "/oauth/token", headers: headers, body: body, deadline: .seconds(15)) } catch {
            throw Failure("\(url) cannot be reached: \(error)\nStart the platform (make up), or name the gateway with --url.")
        }
        guard answer.status == .ok else { throw Failure("no token for the client \(client): \(String(decoding: answer.body.prefix(300), as: UTF8.self))") }
        return try CareJSON.decode(Token.self, from: answer.body).access_token
    }
}
