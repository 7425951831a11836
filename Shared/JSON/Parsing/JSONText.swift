/// The text of JSON strings.
package enum JSONText {
    /// What stands between the quotes, escapes resolved. The bytes were checked by the parser.
    package static func decode(_ bytes: UnsafeBufferPointer<UInt8>, isEscaped: Bool) -> [UInt8] {
        guard isEscaped else { return Array(bytes) }
        return Array(unsafeUninitializedCapacity: bytes.count) { $1 = resolve(bytes, into: $0) }
    }

    /// The same as a string.
    static func string(_ bytes: UnsafeBufferPointer<UInt8>, isEscaped: Bool) -> String {
        guard isEscaped else { return String(decoding: bytes, as: UTF8.self) }
        return String(unsafeUninitializedCapacity: bytes.count) { resolve(bytes, into: $0) }
    }

    /// Whether so many bytes between quotes, escapes among them, may mean so many: no escape is shorter than what it means, nor more than six times as long.
    /// Who looks for a name of a few letters resolves none that a stranger has made as long as a text.
    package static func mayMean(_ written: Int, _ meant: Int) -> Bool { written >= meant && written <= 6 * meant }

    /// No escape is shorter than what it means.
    private static func resolve(_ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var index = 0
        var end = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                resolveEscape(bytes, &index, into: text, &end)
            } else {
                text[end] = bytes[index]
                index += 1
                end += 1
            }
        }
        return end
    }

    private static func resolveEscape(
        _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, into text: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int
    ) {
        Looks.add()
        let letter = bytes[index + 1]
        index += 2
        switch letter {
        case UInt8(ascii: "b"): text[end] = 0x08
        case UInt8(ascii: "f"): text[end] = 0x0C
        case UInt8(ascii: "n"): text[end] = 0x0A
        case UInt8(ascii: "r"): text[end] = 0x0D
        case UInt8(ascii: "t"): text[end] = 0x09
        case UInt8(ascii: "u"):
            var scalar = unit(bytes, at: index)
            index += 4
            if (0xD800...0xDBFF).contains(scalar) {
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (unit(bytes, at: index + 2) - 0xDC00)
                index += 6
            }
            return append(scalar, to: text, &end)
        default: text[end] = letter
        }
        end += 1
    }

    private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
        var unit: UInt32 = 0
        for index in start..<start + 4 { unit = unit << 4 | (hexDigit(bytes[index]) ?? 0) }
        return unit
    }

    /// As UTF-8 (RFC 3629, section 3).
    private static func append(_ scalar: UInt32, to text: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
        func put(_ byte: UInt32) {
            text[end] = UInt8(truncatingIfNeeded: byte)
            end += 1
        }
        func rest(_ shift: UInt32) { put(0x80 | scalar >> shift & 0x3F) }
        switch scalar {
        case 0..<0x80: put(scalar)
        case 0x80..<0x800:
            put(0xC0 | scalar >> 6)
            rest(0)
        case 0x800..<0x10000:
            put(0xE0 | scalar >> 12)
            rest(6)
            rest(0)
        default:
            put(0xF0 | scalar >> 18)
            rest(12)
            rest(6)
            rest(0)
        }
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
