import CareModels
import Foundation

/// What a handler answers: bytes, or a stream of them.
package struct Response: Sendable {
    package var status: HTTPResponseStatus
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// When set, it is sent instead of `body`.
    package var stream: ResponseStream?
    /// When set, the connection leaves HTTP with a 101 (see `ProtocolUpgrade`).
    var upgrade: ProtocolUpgrade?
    /// Of the server's memory, until it is written (`Request.charged`).
    var share: BodyBudget.Share?

    package init(_ status: HTTPResponseStatus, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package init(_ status: HTTPResponseStatus, headers: HTTPHeaders = [:], stream: ResponseStream) {
        self.init(status, headers: headers)
        self.stream = stream
    }

    /// JSON with CareJSON; `version` becomes a strong ETag `"<version>"`.
    package static func json(_ value: some Encodable, status: HTTPResponseStatus = .ok, version: Int? = nil, headers: HTTPHeaders = [:]) throws -> Response {
        json(try CareJSON.bytes(of: value), status: status, version: version, headers: headers)
    }

    /// `body` is JSON already.
    static func json(_ body: [UInt8], status: HTTPResponseStatus, version: Int?, headers: HTTPHeaders) -> Response {
        var headers = headers
        headers.replaceOrAdd(name: "Content-Type", value: "application/json")
        if let version { headers.replaceOrAdd(name: "ETag", value: EntityTag(version: version).description) }
        return Response(status, headers: headers, body: body)
    }

    /// A page. Unless it sets its own, it gets a Content-Security-Policy that allows styles of this origin and nothing else
    /// (`PagePolicy`).
    package static func html(_ text: String, status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:]) -> Response {
        var headers = headers
        headers.replaceOrAdd(name: "Content-Type", value: "text/html; charset=utf-8")
        if !headers.contains(name: "Content-Security-Policy") { headers.add(name: "Content-Security-Policy", value: PagePolicy.header) }
        if !headers.contains(name: "Referrer-Policy") { headers.add(name: "Referrer-Policy", value: "no-referrer") }
        headers.replaceOrAdd(name: "X-Frame-Options", value: "DENY")
        return Response(status, headers: headers, body: Array(text.utf8))
    }

    /// 303, for pages; 302 where OAuth wants it.
    package static func redirect(to location: String, status: HTTPResponseStatus = .seeOther, headers: HTTPHeaders = [:]) -> Response {
        var headers = headers
        headers.replaceOrAdd(name: "Location", value: location)
        return Response(status, headers: headers)
    }

    package static var noContent: Response { Response(.noContent) }
}
