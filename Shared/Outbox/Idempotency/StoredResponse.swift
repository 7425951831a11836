import Foundation
import HTTP
import JSON

/// A response as it is kept for retries: its status, the headers that are about the resource, and its body.
struct StoredResponse: Decodable {
    static let headers: [StaticString] = ["Cache-Control", "Content-Language", "Content-Type", "Location", "ETag", "Vary"]

    var status: Int
    var headers: [String: String]
    var body: Data

    init(_ response: Response) {
        status = Int(response.status.code)
        headers = [:]
        for name in Self.headers {
            if let value = response.headers.first(name: name.description) { headers[name.description] = value }
        }
        body = Data(response.body)
    }

    /// By our own writer: Foundation's takes as long as the rest of what an idempotency key costs.
    var json: [UInt8] {
        var writer = JSONWriter(capacity: 256 + body.count * 4 / 3)
        writer.object {
            $0.member("body", body.base64EncodedString())
            $0.object("headers") { for name in Self.headers { $0.member(name, headers[name.description]) } }
            $0.member("status", status)
        }
        return writer.bytes
    }

    /// The response again, marked as a repetition.
    var replayed: Response {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name: name, value: value) }
        fields.add(name: "Idempotent-Replayed", value: "true")
        return Response(HTTPResponseStatus(statusCode: status), headers: fields, body: Array(body))
    }
}
