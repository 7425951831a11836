import CareModels
import Foundation

/// A new secret takes a client's place of the one before, which is taken beside it for a while: whoever runs the client need not change it everywhere at once.
enum SecretRotation {
    static let usualOverlap: TimeInterval = 86_400
    static let longestOverlap: TimeInterval = 30 * 86_400

    /// Until when the secret before is taken; `asked`: nil for the usual.
    static func end(_ asked: Date?, now: Date) throws -> Date {
        guard let asked else { return now.addingTimeInterval(usualOverlap) }
        var checks = Checks()
        checks.check(
            (now...now.addingTimeInterval(longestOverlap)).contains(asked), "formerSecretUntil",
            "must not be in the past, nor more than \(limit: Int(longestOverlap / 86_400)) days ahead")
        try checks.done()
        return asked
    }

    /// Keys that it has proven itself with before are not taken any more; nil for a public client, which has nothing to keep a secret in. What it may with keys
    /// alone is a fault: it keeps to FAPI 2.0, or has scopes that a secret is not enough for.
    static func rotated(_ client: Client, to hash: [UInt8], formerUntil end: Date) throws(Faults) -> Client? {
        guard client.kind == .confidential else { return nil }
        var rotated = client
        rotated.formerSecret = client.secretHash.map { Client.FormerSecret(hash: $0, until: end) }
        (rotated.secretHash, rotated.jwks, rotated.jwksURI) = (hash, nil, nil)
        if client.hasKeys { _ = try ClientRegistration(rotated).check() }
        return rotated
    }
}
