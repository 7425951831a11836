import Foundation
import HTTP

/// The few calls that the demo data takes.
struct DemoAPI: Sendable {
    struct Session: Sendable {
        var userID: String
        var token: String
    }

    struct Answer {
        var status: Int
        var body: [UInt8]
        var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) ?? [:] }
    }

    private let layout: Layout
    private let isPlain: Bool
    private let client = HTTPClient(mostConnections: 4)

    /// Before a gateway with TLS, whose certificate need not be one that this machine trusts, the services are asked themselves.
    init(_ layout: Layout, isPlain: Bool) {
        self.layout = layout
        self.isPlain = isPlain
    }

    func address(of service: PlatformService) -> String {
        "http://127.0.0.1:\(isPlain ? layout.gatewayPort : layout.port(of: service, replica: 0))"
    }

    /// nil when there is no such account with this password.
    func logIn(_ username: String, _ password: String) async throws -> Session? {
        let answer = try await send(.POST, .auth, "/auth/login", ["username": username, "password": password])
        if answer.status == 401 { return nil }
        try expect([200], answer, "logging \(username) in")
        guard let token = answer.json["accessToken"] as? String, let user = answer.json["user"] as? [String: Any], let identifier = user["id"] as? String else {
            throw CrewFailure(description: "logging \(username) in: the answer has no token")
        }
        return Session(userID: identifier, token: token)
    }

    func send(
        _ method: HTTPMethod, _ service: PlatformService, _ path: String, _ body: [String: Any]? = nil, token: String? = nil, ifMatch tag: String? = nil
    ) async throws -> Answer {
        var headers: HTTPHeaders = [:]
        if let tag { headers.add(name: "If-Match", value: tag) }
        if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
        var bytes: [UInt8] = []
        if let body {
            headers.add(name: "Content-Type", value: "application/json")
            bytes = Array(try JSONSerialization.data(withJSONObject: body))
        }
        let answer = try await client.send(method, address(of: service) + path, headers: headers, body: bytes, deadline: .seconds(15))
        return Answer(status: Int(answer.status.code), body: answer.body)
    }

    func expect(_ statuses: Set<Int>, _ answer: Answer, _ doing: String) throws {
        guard !statuses.contains(answer.status) else { return }
        throw CrewFailure(description: "\(doing) was answered with \(answer.status): \(String(decoding: answer.body.prefix(600), as: UTF8.self))")
    }
}
