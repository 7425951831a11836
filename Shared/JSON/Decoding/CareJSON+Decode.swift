import CareModels
import Foundation

extension CareJSON {
    /// The value that `bytes` say: JSON of Careline's own, instants as RFC 3339 has them. Unreadable JSON is a `DecodingError` too,
    /// with the `JSONFault` under it.
    public static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8], limits: JSONLimits = .own) throws -> T {
        try document(bytes, limits).decode(type)
    }

    public static func decode<T: Decodable>(_ type: T.Type, from data: Data, limits: JSONLimits = .own) throws -> T {
        try decode(type, from: [UInt8](data), limits: limits)
    }

    /// The same of what a client asks for; throws `UnknownMembers` too.
    package static func decodeStrictly<T: Decodable>(_ type: T.Type, from bytes: [UInt8], limits: JSONLimits) throws -> T {
        try document(bytes, limits).decodeStrictly(type)
    }

    private static func document(_ bytes: [UInt8], _ limits: JSONLimits) throws -> JSONDocument {
        do throws(JSONFault) {
            return try JSONDocument(bytes, limits: limits)
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the JSON cannot be read", underlyingError: error))
        }
    }
}
