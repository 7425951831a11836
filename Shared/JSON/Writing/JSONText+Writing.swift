extension JSONText {
    /// `text` as a JSON string, quotes included: the one way in which answers, logs and traces spell strings. Control characters are escaped
    /// as Foundation's encoder does, and DEL, so that a terminal which shows a log does nothing.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            // Nearly always nothing has to be escaped.
            if isPlain(text) {
                bytes.append(contentsOf: text)
            } else {
                for byte in text { append(escaping: byte, to: &bytes) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Has a byte's highest bit set when one of the word's is zero; which of them is not said (Bit Twiddling Hacks, "Determine if a word has a zero byte").
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }

    /// Whether none of its bytes is escaped: eight at a time, by the same arithmetic.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(text)
        let words = raw.count & ~7
        var offset = 0
        while offset < words {
            let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            var escaped = (word &- 0x2020_2020_2020_2020) & ~word
            escaped |= zeros(word ^ 0x2222_2222_2222_2222) | zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C) | zeros(word ^ 0x7F7F_7F7F_7F7F_7F7F)
            if escaped & 0x8080_8080_8080_8080 != 0 { return false }
            offset += 8
        }
        while offset < raw.count {
            switch raw[offset] {
            case 0..<0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "\\"): return false
            default: offset += 1
            }
        }
        return true
    }

    private static func append(escaping byte: UInt8, to bytes: inout [UInt8]) {
        let letter: UInt8
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
        case 0x08: letter = UInt8(ascii: "b")
        case 0x09: letter = UInt8(ascii: "t")
        case 0x0A: letter = UInt8(ascii: "n")
        case 0x0C: letter = UInt8(ascii: "f")
        case 0x0D: letter = UInt8(ascii: "r")
        case 0..<0x20, 0x7F:
            bytes.append(contentsOf: "\\u00".utf8)
            bytes.append(hexDigits[Int(byte >> 4)])
            return bytes.append(hexDigits[Int(byte & 0xF)])
        default: return bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }

    private static let hexDigits = Array("0123456789abcdef".utf8)
}
