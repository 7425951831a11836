/// Text as quoted-printable (RFC 2045, 6.7): its line feeds become CR LF, lines longer than 76 characters are broken softly.
enum QuotedPrintable {
    private static let longest = 76

    static func encode(_ text: String) -> [UInt8] {
        var encoded: [UInt8] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            encoded += encode(line: line) + crlf
        }
        // What stands behind the last line feed is no line of its own when it is empty.
        if text.utf8.last == UInt8(ascii: "\n") { encoded.removeLast(crlf.count) }
        return encoded
    }

    private static let crlf: [UInt8] = Array("\r\n".utf8)

    private static func encode(line: Substring.UTF8View) -> [UInt8] {
        var encoded: [UInt8] = []
        var column = 0
        for index in line.indices {
            let isLast = line.index(after: index) == line.endIndex
            let piece = encode(line[index], isLast: isLast)
            // A soft break takes a column itself, but at a line's end there is none.
            if column + piece.count > (isLast ? longest : longest - 1) {
                encoded += Array("=".utf8) + crlf
                column = 0
            }
            encoded += piece
            column += piece.count
        }
        return encoded
    }

    /// White space at a line's end may be lost on the way.
    private static func encode(_ byte: UInt8, isLast: Bool) -> [UInt8] {
        let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        let isPrintable = (33...126).contains(byte) && byte != UInt8(ascii: "=")
        if isPrintable || (isSpace && !isLast) { return [byte] }
        return [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
