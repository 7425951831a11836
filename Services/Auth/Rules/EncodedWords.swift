import Foundation

/// Text in a header: words of ASCII as they are, anything else in encoded words of at most 75 characters (RFC 2047), folded.
enum EncodedWords {
    /// Of UTF-8, that make 60 characters in base 64.
    private static let most = 45

    static func encode(_ text: String) -> String {
        if isPlain(text) { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > most { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// Letters, digits, spaces and signs that mean nothing in an address, and not so many that the line would have to be folded.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 60 && !text.contains("=?")
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: plainSigns.contains(byte)
                }
            }
    }

    private static let plainSigns = Set(" -_'!?&/+".utf8)
}
