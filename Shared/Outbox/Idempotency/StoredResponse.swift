import Foundation
import HTTP

/// A response as it is kept for retries: its status, the headers that are about the resource, and its body.
struct StoredResponse: Codable {
    static let headers = ["Content-Language", "Content-Type", "Location", "ETag", "Vary"]

    var status: Int
    var headers: [String: String]
    var body: Data

    init(_ response: Response) {
        status = Int(response.status.code)
        headers = [:]
        for name in Self.headers {
            if let value = response.headers.first(name: name) { headers[name] = value }
        }
        body = Data(response.body)
    }

    /// The response again, marked as a repetition.
    var replayed: Response {
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.add(name: name, value: value) }
        fields.add(name: "Idempotent-Replayed", value: "true")
        return Response(HTTPResponseStatus(statusCode: status), headers: fields, body: Array(body))
    }
}
