import CareModels
import Foundation

/// `SearchText.fold`, by bytes where a text is ASCII, which nearly all are.
enum SearchFolding {
    static func fold(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        guard isPlain else { return SearchText.fold(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var isSpaceDue = false
        for byte in text.utf8 {
            if byte == 0x20 {
                isSpaceDue = !bytes.isEmpty
                continue
            }
            if isSpaceDue { bytes.append(0x20) }
            isSpaceDue = false
            bytes.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// By bytes, as a part is found too: a vowel sign behind a letter makes another character of it, and who types the letter alone looks for it all the same.
    static func begins(_ text: String, with wanted: String) -> Bool {
        var (text, wanted) = (text, wanted)
        return text.withUTF8 { text in
            wanted.withUTF8 { wanted in
                guard text.count >= wanted.count else { return false }
                guard let start = wanted.baseAddress, let place = text.baseAddress else { return true }
                return memcmp(place, start, wanted.count) == 0
            }
        }
    }

    /// Whether one is a part of the other, in time that grows as both do together and not as their product: who writes `aaaa…b` for what begins with `aaaa…` gains
    /// nothing by it.
    static func contains(_ text: String, _ wanted: String) -> Bool {
        var (text, wanted) = (text, wanted)
        return text.withUTF8 { text in
            wanted.withUTF8 { wanted in
                guard let start = wanted.baseAddress, !wanted.isEmpty else { return true }
                guard let place = text.baseAddress, text.count >= wanted.count else { return false }
                return memmem(place, text.count, start, wanted.count) != nil
            }
        }
    }
}
