import Foundation
import HTTP
import JSON

/// A response as it is kept for retries: its status, the headers that are about the resource, and its body unless that is too long.
struct StoredResponse: Decodable {
    /// Of a body that is kept, in bytes: a bundle of 5,000 resources is answered in less, unless it shows them.
    static let longest = 1 << 20
    static let headers: [StaticString] = ["Cache-Control", "Content-Language", "Content-Location", "Content-Type", "Location", "ETag", "Vary"]

    var status: Int
    var headers: [String: String]
    var body: Data
    /// There was a body, and it is not kept. Absent in what an earlier release wrote.
    var isLeftOut: Bool?

    /// `keeping`: whether there is room for the body.
    init(_ response: Response, keeping isKept: Bool = true) {
        status = Int(response.status.code)
        headers = [:]
        for name in Self.headers {
            if let value = response.headers.first(name: name.description) { headers[name.description] = value }
        }
        body = isKept ? Data(response.body) : Data()
        isLeftOut = isKept ? nil : true
    }

    /// By our own writer: Foundation's takes as long as the rest of what an idempotency key costs.
    var json: [UInt8] {
        var writer = JSONWriter(capacity: 256 + body.count * 4 / 3)
        writer.object {
            $0.member("body", body.base64EncodedString())
            $0.object("headers") { for name in Self.headers { $0.member(name, headers[name.description]) } }
            if isLeftOut == true { $0.member("isLeftOut", true) }
            $0.member("status", status)
        }
        return writer.bytes
    }

    /// The response again, marked as a repetition; a 409 problem that says where the thing is when its body was not kept.
    func replayed() throws -> Response {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name: name, value: value) }
        fields.add(name: "Idempotent-Replayed", value: "true")
        guard isLeftOut != true else {
            for name in Self.headers where name.description != "Location" && name.description != "ETag" { fields.remove(name: name.description) }
            throw Problem(
                .answerNotKept, detail: "The request is done: do not send it again. Read what it has made or changed; Location says where, if it is one thing.",
                headers: fields)
        }
        return Response(HTTPResponseStatus(statusCode: status), headers: fields, body: Array(body))
    }
}
