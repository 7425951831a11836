import CareModels

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
}
