/// A value of CBOR (RFC 8949), as authenticators send it in the canonical form of CTAP2: of definite length, without tags.
indirect enum CBOR: Equatable, Sendable {
    case unsigned(UInt64)
    /// −1 less this.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// Each key once.
    case map([Pair])
    case bool(Bool)
    case null
    /// A number of another kind, or another simple value: nobody reads it, so its bits are kept as they came.
    case other(UInt64)

    struct Pair: Equatable, Sendable {
        var key: CBOR
        var value: CBOR
    }

    /// A member by an integer key, as COSE's keys have them.
    subscript(_ key: Int64) -> CBOR? { member { $0 == .integer(key) } }

    subscript(_ key: String) -> CBOR? { member { $0 == .text(key) } }

    static func integer(_ value: Int64) -> CBOR { value < 0 ? .negative(UInt64(-1 - value)) : .unsigned(UInt64(value)) }

    var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
    var text: String? { if case .text(let text) = self { text } else { nil } }

    private func member(_ isKey: (CBOR) -> Bool) -> CBOR? {
        guard case .map(let pairs) = self else { return nil }
        return pairs.first { isKey($0.key) }?.value
    }
}
