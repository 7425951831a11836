import Foundation

/// What becomes of a refresh token that a client shows (RFC 9700, 4.14.2): each use spends it and gives a successor; a spent
/// one that comes back means that two parties hold it, and ends the family. But a response can be lost: the newest spent one
/// gets the same successor again, as long as nobody has used that. Whoever has it could have copied it, so of a public client
/// this holds for a short grace only. A confidential client, and one whose tokens are bound to its key, are not asked to
/// rotate at all, since a copied token is worth nothing without what they prove themselves by: to them it holds until the session ends.
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
        /// The first generation that is: those before were good in anybody's hands.
        var boundFrom = 0
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

    /// `key`: whose thumbprint the client has shown; `isAuthenticated`: it is a confidential one, which has proven itself. Who has stolen a token and not the key
    /// ends nothing with it.
    static func decide(
        presentedHash: [UInt8], clientID: String, key: String? = nil, isAuthenticated: Bool = false, family: Family, limits: Limits, now: Date
    ) -> Decision {
        if family.isRevoked { return .refuse(.revoked) }
        if family.clientID != clientID { return .refuse(.anotherClient) }
        let isCurrent = Secret.equal(presentedHash, family.currentHash)
        let isPrevious = family.previousHash.map { Secret.equal(presentedHash, $0) } ?? false
        let showsKey = family.keyThumbprint.map { $0 == key } ?? true
        if !showsKey, isBound(isCurrent: isCurrent, isPrevious: isPrevious, family) { return .refuse(.anotherKey) }
        if now >= family.expiresAt { return .refuse(.expired) }
        let idleFor = now.timeIntervalSince(family.rotatedAt)
        if idleFor >= limits.idle { return .refuse(.idle) }
        // Spent before the family was bound: whoever bound it has, or had, the same token as whoever shows it now.
        if !showsKey { return .reuse }
        if isCurrent { return .rotate(to: family.generation + 1) }
        let isProven = isAuthenticated || family.keyThumbprint != nil
        return isPrevious && (isProven || idleFor <= limits.grace) ? .repeatSuccessor(family.generation) : .reuse
    }

    /// Whether the token that is shown was given for the family's key alone. Of those before the last spent one nobody knows, where the first were not.
    private static func isBound(isCurrent: Bool, isPrevious: Bool, _ family: Family) -> Bool {
        if isCurrent { return family.boundFrom <= family.generation }
        if isPrevious { return family.boundFrom < family.generation }
        return family.boundFrom == 0
    }
}
