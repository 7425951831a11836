import CareModels
import Foundation

extension CareJSON {
    /// The value that `bytes` say: JSON of Careline's own, instants as RFC 3339 has them. Unreadable JSON is a `DecodingError` too,
    /// with the `JSONFault` under it.
    public static func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8], limits: JSONLimits = .own) throws -> T {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(bytes, limits: limits)
        } catch {
            if error.kind == .cancelled { throw CancellationError() }
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "the JSON cannot be read", underlyingError: error))
        }
        return try document.decode(type)
    }

    public static func decode<T: Decodable>(_ type: T.Type, from data: Data, limits: JSONLimits = .own) throws -> T {
        try decode(type, from: [UInt8](data), limits: limits)
    }
}
