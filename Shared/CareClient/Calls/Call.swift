import CareModels
import Foundation

/// A request of the API, without what is known only when it is sent. It can be kept on disk.
struct Call: Codable, Equatable, Sendable {
    var method: String
    /// From the server's address on, encoded: `/conversations/…/items`.
    var path: String
    var query: [String: String] = [:]
    var body: Data?
    var contentType = "application/json"
    /// The same in each attempt.
    var idempotencyKey: String?
    var ifMatch: String?
    /// Others than those that follow from the rest.
    var headers: [String: String] = [:]
    /// A POST that changes nothing: a search.
    var isRead = false
    /// Emergency rooms and versions are for anybody.
    var needsLogin = true

    /// GET, PUT and DELETE are good twice; a POST with its key.
    var isRepeatable: Bool { method != "POST" || isRead || idempotencyKey != nil }

    /// It changes nothing, and may be sent again at any time.
    var isReading: Bool { method == "GET" || method == "HEAD" || isRead }

    static func get(_ path: String, _ query: [String: String?] = [:]) -> Call { Call(method: "GET", path: path, query: query.compactMapValues(\.self)) }

    /// Of a thing that is made once, however often this is sent.
    static func post(_ path: String, _ body: some Encodable, key: String = UUID.v7().lowercaseText) throws -> Call {
        Call(method: "POST", path: path, body: try Wire.encode(body), idempotencyKey: key)
    }

    /// Of things that have ids of their own in their bodies, which are sent as they are: `{"items": […]}`.
    static func posting(_ bodies: [Data], to path: String) -> Call {
        var body = Data("{\"items\":[".utf8)
        for (index, each) in bodies.enumerated() { body += (index == 0 ? Data() : Data(",".utf8)) + each }
        return Call(method: "POST", path: path, body: body + Data("]}".utf8))
    }

    static func put(_ path: String, _ body: some Encodable) throws -> Call { Call(method: "PUT", path: path, body: try Wire.encode(body)) }
}
