import Foundation

extension UUID {
    /// As RFC 9562 wants it written, in lower case; `uuidString` is in upper case, and this is written for every id of every answer and event.
    public var lowercaseText: String {
        let bytes = uuid
        return String(unsafeUninitializedCapacity: 36) { text in
            withUnsafeBytes(of: bytes) { bytes in
                var end = 0
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[end] = UInt8(ascii: "-")
                        end += 1
                    }
                    text[end] = Self.digit(byte >> 4)
                    text[end + 1] = Self.digit(byte & 15)
                    end += 2
                }
            }
            return 36
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value }
}
