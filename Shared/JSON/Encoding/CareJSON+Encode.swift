import CareModels
import Foundation

extension CareJSON {
    /// The value as JSON of Careline's own: sorted keys, so that equal values are equal bytes, and instants as RFC 3339 has them. Throws
    /// `EncodingError` for a number that is not finite, and what the value's own `encode(to:)` throws.
    public static func bytes(of value: some Encodable) throws -> [UInt8] {
        let ink = JSONInk()
        let written = try ink.node(of: value)
        return written.bytes(ink.bytes)
    }

    /// The same in lines, for a person to read.
    public static func lines(of value: some Encodable) throws -> String {
        let ink = JSONInk()
        return String(decoding: try ink.node(of: value).lines(ink.bytes), as: UTF8.self)
    }

    public static func encode(_ value: some Encodable) throws -> Data { Data(try bytes(of: value)) }
}
