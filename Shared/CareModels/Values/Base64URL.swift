/// base64url without padding (RFC 4648, section 5; RFC 7515, appendix C).
package enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
        return values
    }()

    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        // What is generic is not specialized for other modules: a byte at a time it takes fifty times as long.
        bytes.withContiguousStorageIfAvailable(encode(buffer:)) ?? Array(bytes).withUnsafeBufferPointer(encode(buffer:))
    }

    private static func encode(buffer bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
            var count = 0
            var pending: UInt32 = 0
            var bits: UInt32 = 0
            func append(_ value: UInt32) {
                text[count] = alphabet[Int(value & 0x3F)]
                count += 1
            }
            for byte in bytes {
                pending = pending << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    append(pending >> bits)
                }
                pending &= (1 << bits) - 1
            }
            if bits > 0 { append(pending << (6 - bits)) }
            return count
        }
    }

    /// nil for padding, other characters, an impossible length, or left-over bits that are not zero: one value, one spelling.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        if let bytes = text.utf8.withContiguousStorageIfAvailable(decode(buffer:)) { return bytes }
        return Array(text.utf8).withUnsafeBufferPointer(decode(buffer:))
    }

    private static func decode(buffer text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 4)
        var pending: UInt32 = 0
        var bits: UInt32 = 0
        for character in text {
            let value = values[Int(character)]
            guard value != 0xFF else { return nil }
            pending = pending << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
                pending &= (1 << bits) - 1
            }
        }
        return bits < 6 && pending == 0 ? bytes : nil
    }
}
