/// What a person copies from the screen of a device (RFC 8628, 6.1): eight letters that no keyboard hides, without vowels, so that they spell nothing.
struct UserCode: Equatable, Sendable {
    static let letters = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    static let length = 8

    /// Without what stands between.
    let text: String

    /// As people type it: in any case, with hyphens and spaces wherever they like.
    init?(typed: String) {
        guard typed.utf8.count <= 32 else { return nil }
        let letters = typed.uppercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard letters.count == Self.length, letters.allSatisfy({ Self.letters.contains($0) }) else { return nil }
        text = String(decoding: letters, as: UTF8.self)
    }

    /// As it was kept.
    init(kept text: String) { self.text = text }

    /// Of random bytes; nil when too few of them are of use: each letter is as likely as any other.
    init?(random bytes: [UInt8]) {
        let even = UInt8(256 / Self.letters.count * Self.letters.count)
        let letters = bytes.filter { $0 < even }.prefix(Self.length).map { Self.letters[Int($0) % Self.letters.count] }
        guard letters.count == Self.length else { return nil }
        text = String(decoding: letters, as: UTF8.self)
    }

    /// In two halves.
    var shown: String { "\(text.prefix(4))-\(text.suffix(4))" }
}
