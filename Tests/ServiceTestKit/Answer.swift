import CareModels
import Foundation
import HTTP
import JSON

/// A response, with what tests look at.
package struct Answer: Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]

    package init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try CareJSON.decode(type, from: Data(body)) }

    package var text: String { String(decoding: body, as: UTF8.self) }
    package func header(_ name: String) -> String? { headers.first(name: name) }
    package var tag: String? { header("ETag") }
    package var problem: ProblemBody { get throws { try decode() } }
}

/// What a client reads of a problem (RFC 9457).
package struct ProblemBody: Decodable, Sendable {
    package var type: String
    package var detail: String?
    package var fields: [Fault]?

    package var slug: String { type.split(separator: "/").last.map(String.init) ?? "" }
    package var fieldNames: [String] { (fields ?? []).map(\.field) }
}

/// What a refusal says of fields, with the most that there may be.
package struct FaultsBody: Decodable, Sendable {
    package var fields: [WrittenFault]
}

/// What a refusal adds when a quota is reached.
package struct QuotaBody: Decodable, Sendable {
    package var limit: Int
    package var used: Int
}

/// What a refusal adds when a thing is at another version than the caller has read.
package struct ChangedBody: Decodable, Sendable {
    package var currentVersion: Int
}

/// A page of a list.
package struct PageBody<Item: Decodable & Sendable>: Decodable, Sendable {
    package var items: [Item]
    package var nextCursor: String?
}
