/// What lets somebody in whose phone is gone: ten codes, shown once, each used once. Of 120 random bits, so that a fast hash of them is enough
/// (ASVS 6.5.2: from 112 on).
enum RecoveryCode {
    static let count = 10
    static let size = 15

    /// As it is shown, in groups of four.
    static func text(_ bytes: [UInt8]) -> String {
        let letters = Array(Base32.encode(bytes).lowercased())
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0..<min($0 + 4, letters.count)]) }.joined(separator: "-")
    }

    /// What is kept of one that was typed, however it is spaced and spelled; nil when it cannot be one.
    static func hash(_ typed: String) -> [UInt8]? {
        let letters = typed.lowercased().utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        let isCode = letters.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0) }
        guard letters.count == 24, isCode else { return nil }
        return Secret.hash(Array(letters))
    }
}
