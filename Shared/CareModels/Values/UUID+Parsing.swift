import Foundation

extension UUID {
    /// The UUID that `text` spells as RFC 9562 has it, 8-4-4-4-12 hexadecimal digits in either case; else nil. Foundation's own initialiser also takes signs and
    /// blanks in place of digits, and dashes elsewhere: `011e-400-3c4d-…` as `011efc00-3c4d-…`.
    package init?(strictly text: some StringProtocol) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var high: UInt8?
        var place = 0
        for sign in text.utf8 {
            defer { place += 1 }
            if place == 8 || place == 13 || place == 18 || place == 23 {
                guard sign == UInt8(ascii: "-") else { return nil }
            } else {
                guard place < 36, let digit = Self.digit(sign) else { return nil }
                if let first = high { bytes.append(first << 4 | digit) }
                high = high == nil ? digit : nil
            }
        }
        guard place == 36 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    private static func digit(_ sign: UInt8) -> UInt8? {
        switch sign {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): sign - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): sign - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): sign - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
