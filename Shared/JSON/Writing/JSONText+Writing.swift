extension JSONText {
    /// `text` as a JSON string, quotes included: the one way in which answers, logs and traces spell strings. Control characters are escaped
    /// as Foundation's encoder does, and DEL, so that a terminal which shows a log does nothing.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { text in
            // Nearly always nothing has to be escaped.
            if text.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
                bytes.append(contentsOf: text)
            } else {
                for byte in text { append(escaping: byte, to: &bytes) }
            }
        }
        bytes.append(UInt8(ascii: "\""))
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
