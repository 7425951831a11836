import Foundation

/// A stored password: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, the last two in base64 without padding (the PHC string format).
struct PasswordHash: Sendable {
    var cost: PasswordCost
    var salt: [UInt8]
    var hash: [UInt8]

    init(cost: PasswordCost, salt: [UInt8], hash: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.hash = hash
    }

    /// Nil for anything else.
    init?(phc: String) {
        let parts = phc.split(separator: "$", omittingEmptySubsequences: false)
        guard let cost = PasswordCost(phc: phc), parts.count == 6, let salt = Self.bytes(parts[4]), let hash = Self.bytes(parts[5]) else { return nil }
        self.init(cost: cost, salt: salt, hash: hash)
    }

    var phc: String { cost.prefix + Self.text(salt) + "$" + Self.text(hash) }

    private static func text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString().replacingOccurrences(of: "=", with: "") }

    private static func bytes(_ text: Substring) -> [UInt8]? {
        Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)).map { [UInt8]($0) }
    }
}
