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

    /// Keys that it has proven itself with before are not taken any more; nil for a public client, which has nothing to keep a secret in.
    static func rotated(_ client: Client, to hash: [UInt8], formerUntil end: Date) -> Client? {
        guard client.kind == .confidential else { return nil }
        var client = client
        client.formerSecret = client.secretHash.map { Client.FormerSecret(hash: $0, until: end) }
        (client.secretHash, client.jwks, client.jwksURI) = (hash, nil, nil)
        return client
    }
}
