import Foundation

/// What becomes of a refresh token that a client shows (RFC 9700, 4.14.2): each use spends it and gives a successor; a spent
/// one that comes back means that two parties hold it, and ends the family. But a response can be lost: the newest spent one
/// gets the same successor again for a short grace.
enum RefreshRotation {
    struct Family: Equatable {
        var clientID: String
        /// Counts the rotations: the successor of generation n is of generation n + 1.
        var generation: Int
        var currentHash: [UInt8]
        var previousHash: [UInt8]?
        /// When `previousHash` was spent, or the first token made.
        var rotatedAt: Date
        var expiresAt: Date
        var isRevoked: Bool
        /// Of the key that a public client's tokens are bound to (RFC 9449, 5).
        var keyThumbprint: String?
    }

    struct Limits: Equatable, Sendable {
        var idle: TimeInterval = 30 * 86_400
        var grace: TimeInterval = 10
    }

    enum Refusal: Equatable { case revoked, anotherClient, expired, idle, anotherKey }

    enum Decision: Equatable {
        /// Spend the token; its successor is of this generation.
        case rotate(to: Int)
        /// Send the successor again, of this generation; nothing changes.
        case repeatSuccessor(Int)
        case refuse(Refusal)
        /// A spent token: end the family.
        case reuse
    }

    /// `key`: whose thumbprint the client has shown. Who has stolen a token and not the key ends nothing with it.
    static func decide(presentedHash: [UInt8], clientID: String, key: String? = nil, family: Family, limits: Limits, now: Date) -> Decision {
        if family.isRevoked { return .refuse(.revoked) }
        if family.clientID != clientID { return .refuse(.anotherClient) }
        if let bound = family.keyThumbprint, bound != key { return .refuse(.anotherKey) }
        if now >= family.expiresAt { return .refuse(.expired) }
        let idleFor = now.timeIntervalSince(family.rotatedAt)
        if idleFor >= limits.idle { return .refuse(.idle) }
        if Secret.equal(presentedHash, family.currentHash) { return .rotate(to: family.generation + 1) }
        if let previous = family.previousHash, Secret.equal(presentedHash, previous), idleFor <= limits.grace {
            return .repeatSuccessor(family.generation)
        }
        return .reuse
    }
}
