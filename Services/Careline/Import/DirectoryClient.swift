import CareModels
import Fetch
import Foundation
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
    /// A file of certificates that are trusted in place of the system's.
    let authorities: String?
    let source: String
    let isDryRun: Bool
    let token: @Sendable () async throws -> String
    private let fetcher = Fetcher(mostConnections: 2)
    private static let mostBytes = 8 << 20

    init(url: String, authorities: String? = nil, source: String, isDryRun: Bool, token: @escaping @Sendable () async throws -> String) {
        self.url = url
        self.authorities = authorities
        self.source = source
        self.isDryRun = isDryRun
        self.token = token
    }

    private static let mostTries = 6

    /// A batch may be sent again: what was taken in is then unchanged.
    func send(_ items: [ERRow.Item]) async throws -> [Result] {
        let body = try CareJSON.bytes(of: Batch(source: source, dryRun: isDryRun, items: items))
        var bearer = try await token()
        for attempt in 1... {
            let answer: FetchResponse
            do {
                var request = Self.request(url + "/ers/import", body, "application/json", authorities, deadline: .seconds(60))
                request.headers.append(("Authorization", "Bearer \(bearer)"))
                answer = try await fetcher.fetch(request)
            } catch {
                guard attempt < Self.mostTries, Self.mayPass(error) else { throw Failure("\(url) cannot be reached: \(error)") }
                try await Task.sleep(for: .milliseconds(250 << attempt))
                continue
            }
            switch answer.status {
            case 200: return try CareJSON.decode(Answer.self, from: answer.body).items
            case 401 where attempt == 1: bearer = try await token()
            case 429, 502, 503, 504:
                guard attempt < Self.mostTries else { throw Self.failure(answer) }
                let seconds = answer.header("Retry-After").flatMap { Int($0) } ?? 1
                try await Task.sleep(for: .seconds(min(max(seconds, 1), 30)))
            default: throw Self.failure(answer)
            }
        }
        preconditionFailure("the loop ends by itself")
    }

    private static func request(_ url: String, _ body: [UInt8], _ type: String, _ authorities: String?, deadline: Duration) -> FetchRequest {
        var request = FetchRequest(.post(body), url, deadline: deadline, mostBytes: mostBytes)
        request.headers = [("Content-Type", type)]
        // The gateway of this machine's platform has none; whose address begins with https has chosen.
        request.allowsPlain = url.hasPrefix("http://")
        request.authorities = authorities
        return request
    }

    /// Whether another try may have more luck: not with a certificate that is not trusted.
    private static func mayPass(_ error: any Error) -> Bool {
        switch error as? FetchError {
        case .malformed, .notOverTLS, .untrusted, .tooLarge: false
        default: !(error is CancellationError)
        }
    }

    private static func failure(_ answer: FetchResponse) -> Failure {
        let hint = answer.status == 403 ? "\nThe token needs the role scheduler, admin or service, and the scope ers:write." : ""
        return Failure("the directory answered \(answer.status): \(Terminal.shown(String(decoding: answer.body.prefix(600), as: UTF8.self), most: 600))\(hint)")
    }

    /// A machine's token by `client_credentials` (RFC 6749, section 4.4).
    static func machineToken(_ url: String, authorities: String? = nil, client: String, secret: String) async throws -> String {
        struct Token: Decodable { var access_token: String }
        // Each form-encoded first (RFC 6749, section 2.3.1): a + in a secret would be read as a space.
        let pair = [client, secret].map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? $0 }
        let basic = Data(pair.joined(separator: ":").utf8).base64EncodedString()
        let body = Array("grant_type=client_credentials&scope=ers%3Awrite".utf8)
        var request = request(url + "/oauth/token", body, "application/x-www-form-urlencoded", authorities, deadline: .seconds(15))
        request.headers.append(("Authorization", "Basic \(basic)"))
        let answer: FetchResponse
        do { answer = try await Fetcher().fetch(request) } catch {
            throw Failure("\(url) cannot be reached: \(error)\nStart the platform (make up), or name the gateway with --url.")
        }
        guard answer.status == 200 else {
            throw Failure("no token for the client \(client): \(Terminal.shown(String(decoding: answer.body.prefix(300), as: UTF8.self), most: 300))")
        }
        return try CareJSON.decode(Token.self, from: answer.body).access_token
    }
}
