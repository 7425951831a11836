import Crypto
import Foundation

/// One-time codes by time (TOTP, RFC 6238), as authenticator apps show them: HMAC-SHA-1 and six digits, another every 30 s.
enum OneTimeCode {
    /// RFC 4226, 4: at least 128 bits, better 160.
    static let secretSize = 20
    static let digits = 6
    static let seconds = 30
    /// A code of one step before or after is taken too: clocks differ, and people type (RFC 6238, 5.2).
    static let drift: Int64 = 1

    static func step(at instant: Date) -> Int64 { Int64((instant.timeIntervalSince1970 / Double(seconds)).rounded(.down)) }

    /// HOTP (RFC 4226, 5.3) of a step.
    static func code(_ secret: [UInt8], step: Int64, digits: Int = digits) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * $0)) }
        let digest = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: secret)))
        let offset = Int(digest[19] & 0xf)
        let number = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let modulus = (0..<digits).reduce(UInt64(1)) { product, _ in product * 10 }
        let text = String(UInt64(number) % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The step whose code was typed, of those that may be now; nil when it is none of them. Takes the same time for each.
    static func step(of typed: String, _ secret: [UInt8], now: Date) -> Int64? {
        guard let typed = normalize(typed) else { return nil }
        let current = step(at: now)
        var found: Int64?
        for step in current - drift...current + drift where Secret.equal(Array(code(secret, step: step).utf8), Array(typed.utf8)) { found = step }
        return found
    }

    /// Apps show codes in groups; nil when it cannot be one.
    static func normalize(_ typed: String) -> String? {
        let text = typed.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        guard text.count == digits, text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// What an authenticator app reads, as a link or out of a QR code. Without what is usual anyway: some apps know nothing else, and refuse it.
    static func address(secret: [UInt8], username: String) -> String {
        let label = "Careline:\(username)".addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.ascii)) ?? ""
        return "otpauth://totp/\(label)?secret=\(Base32.encode(secret))&issuer=Careline"
    }
}

extension CharacterSet {
    fileprivate static let ascii = CharacterSet(charactersIn: "\u{0}"..."\u{7f}")
}
