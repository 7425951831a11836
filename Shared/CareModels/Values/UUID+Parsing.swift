import Foundation

extension UUID {
    /// The UUID that `text` spells as RFC 9562 has it, 8-4-4-4-12 hexadecimal digits in either case; else nil. Foundation's own initialiser also takes signs and
    /// blanks in place of digits, and dashes elsewhere: `011e-400-3c4d-…` as `011efc00-3c4d-…`.
    package init?(strictly text: some StringProtocol) {
        let parsed = text.utf8.withContiguousStorageIfAvailable(Self.parse) ?? Array(text.utf8).withUnsafeBufferPointer(Self.parse)
        guard let parsed else { return nil }
        self = parsed
    }

    private static func parse(_ text: UnsafeBufferPointer<UInt8>) -> UUID? {
        guard text.count == 36 else { return nil }
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isOne = withUnsafeMutableBytes(of: &bytes) { bytes in
            var place = 0
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    guard text[place] == UInt8(ascii: "-") else { return false }
                    place += 1
                }
                guard let high = digit(text[place]), let low = digit(text[place + 1]) else { return false }
                bytes[index] = high << 4 | low
                place += 2
            }
            return true
        }
        return isOne ? UUID(uuid: bytes) : nil
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
