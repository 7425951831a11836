import CareModels
import Foundation
import JSON
import NIOHTTP1

/// A response, with what tests look at.
public struct Answer: Sendable {
    public var status: Int
    public var headers: HTTPHeaders
    public var body: [UInt8]

    public init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try CareJSON.decode(type, from: Data(body)) }

    public var text: String { String(decoding: body, as: UTF8.self) }
    public var tag: String? { headers.first(name: "ETag") }
    public var problem: ProblemBody { get throws { try decode() } }
}

/// What a client reads of a problem (RFC 9457).
public struct ProblemBody: Decodable, Sendable {
    public var type: String
    public var detail: String?
    public var fields: [Fault]?

    public var slug: String { type.split(separator: "/").last.map(String.init) ?? "" }
    public var fieldNames: [String] { (fields ?? []).map(\.field) }
}

/// What a refusal adds when a quota is reached.
public struct QuotaBody: Decodable, Sendable {
    public var limit: Int
    public var used: Int
}

/// A page of a list.
public struct PageBody<Item: Decodable & Sendable>: Decodable, Sendable {
    public var items: [Item]
    public var nextCursor: String?
}
