/// Of a Content-Type or an Accept: `type/subtype`, lower-cased, without parameters and what stands around it.
package enum MediaType {
    package static func name(_ text: some StringProtocol) -> String {
        let type = text.utf8.prefix { $0 != UInt8(ascii: ";") }
        func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let trimmed = type.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(decoding: trimmed, as: UTF8.self).lowercased()
    }
}
