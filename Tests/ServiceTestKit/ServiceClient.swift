import Foundation
import HTTP
import TestKit

/// Talks to a service of this process.
package struct ServiceClient: Sendable {
    package let port: Int
    private let client: HTTPClient
    private let deadline: Duration

    package init(port: Int, mostBytes: Int = 64 << 20, deadline: Duration = .seconds(60)) {
        self.port = port
        client = HTTPClient(mostConnections: 250, mostBytes: mostBytes)
        self.deadline = deadline
    }

    /// A body is of `type`, unless the headers say another.
    package func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, _ body: [UInt8]? = nil, type: String = "application/json",
        headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
        if body != nil, !headers.contains(name: "Content-Type") { headers.add(name: "Content-Type", value: type) }
        let response = try await client.send(method, "http://127.0.0.1:\(port)\(path)", headers: headers, body: body ?? [], deadline: deadline)
        return Answer(status: Int(response.status.code), headers: response.headers, body: response.body)
    }

    package func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, _ body: String, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        try await send(method, path, token: token, Array(body.utf8), headers: headers)
    }
}
