/// Marks in a row over and under one letter. Unicode wants them in one order before texts are compared, and putting a row in order takes time that grows with its length
/// squared: of 64 KiB of marks a second, for each comparison, each look into a dictionary, each normalisation. So whatever a stranger sends has short rows
/// (UAX #15, "Stream-Safe Text Format", where 30 are held to be more than any language needs).
public enum CombiningMarks {
    /// In a row.
    public static let most = 64

    public static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Letters, and all of Han, Hangul and kana but their own marks: most of what is written.
        case 0..<0x300, 0x3400..<0xA000, 0xAC00..<0xD800: false
        // None by themselves, and made of two.
        case 0x0F73, 0x0F75, 0x0F81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }

    public static func areTooMany(in text: String) -> Bool {
        // Each takes two bytes or more. A String, not any text: every header of every request passes here, and what is generic is not specialized for other modules.
        guard text.utf8.count > most * 2, !isASCII(text) else { return false }
        var row = 0
        for scalar in text.unicodeScalars {
            row = isMark(scalar) ? row + 1 : 0
            if row > most { return true }
        }
        return false
    }

    /// Eight bytes at a time.
    private static func isASCII(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            let raw = UnsafeRawBufferPointer(bytes)
            let words = raw.count & ~7
            for offset in stride(from: 0, to: words, by: 8) where raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
                return false
            }
            return raw[words...].allSatisfy { $0 < 0x80 }
        }
    }

    /// Without those that are too many: for texts that are only searched by, and so may lose them.
    public static func bounded(_ text: String) -> String {
        guard areTooMany(in: text) else { return text }
        var bounded = String.UnicodeScalarView()
        var row = 0
        for scalar in text.unicodeScalars {
            row = isMark(scalar) ? row + 1 : 0
            if row <= most { bounded.append(scalar) }
        }
        return String(bounded)
    }
}
