/// The text of JSON strings.
enum JSONText {
    /// What stands between the quotes, escapes resolved. The bytes were checked by the parser.
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>, isEscaped: Bool) -> [UInt8] {
        guard isEscaped else { return Array(bytes) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        func unit(at start: Int) -> UInt32 { (start..<start + 4).reduce(0) { $0 << 4 | (hexDigit(bytes[$1]) ?? 0) } }
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\\") else {
                text.append(bytes[index])
                index += 1
                continue
            }
            let letter = bytes[index + 1]
            index += 2
            switch letter {
            case UInt8(ascii: "b"): text.append(0x08)
            case UInt8(ascii: "f"): text.append(0x0C)
            case UInt8(ascii: "n"): text.append(0x0A)
            case UInt8(ascii: "r"): text.append(0x0D)
            case UInt8(ascii: "t"): text.append(0x09)
            case UInt8(ascii: "u"):
                var scalar = unit(at: index)
                index += 4
                if (0xD800...0xDBFF).contains(scalar) {
                    scalar = 0x10000 + (scalar - 0xD800) << 10 + (unit(at: index + 2) - 0xDC00)
                    index += 6
                }
                text.append(contentsOf: Unicode.Scalar(scalar).map { Array(String(Character($0)).utf8) } ?? [])
            default: text.append(letter)
            }
        }
        return text
    }

    static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
