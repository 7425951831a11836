import CareModels
import Foundation

/// A WebAuthn credential of a person (WebAuthn level 3): as a second factor and, since its device asks who holds it, as both.
enum Passkey {
    /// Of one person.
    static let most = 20
    static let longestName = 64
    /// Of a ceremony, from its beginning to what came of it.
    static let lifetime: TimeInterval = 300
    static let challengeSize = 32

    /// Where it may be, as browsers name it, so that they know where to look: words that nobody judges by.
    static func transports(_ named: [String]?) -> [String] {
        Array(
            (named ?? []).filter {
                (1...32).contains($0.utf8.count) && $0.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            }.prefix(
                8))
    }

    /// Whether a signature's counter goes on after the last one; devices that count nothing always say 0 (WebAuthn, 7.2, step 22).
    static func goesOn(_ count: Int64, after last: Int64) -> Bool { count > last || count == 0 && last == 0 }

    static func name(_ text: String?) throws(Faults) -> String {
        var checks = Checks()
        let name = checks.name(text, "name", required: true, most: longestName)
        return try checks.done(name)
    }
}
