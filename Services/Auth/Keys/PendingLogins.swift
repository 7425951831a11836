import CareModels
import Foundation
import Sealing

/// What a page holds that asks for the second factor: that this browser's person has typed their password, and when. Opens nothing without the code; bound to the
/// browser with its login, and to the password, so that a new one ends it.
///
/// The person's id, the microsecond, as the database keeps it, and a keyed hash of both with what they are bound to.
struct PendingLogins: Sendable {
    struct Login: Equatable, Sendable {
        var userID: UserID
        var provenAt: Date
    }

    static let lifetime: TimeInterval = 600
    private static let size = 24

    let masters: MasterKeys

    func token(of user: UserRecord, browser: String, session: String?, now: Date) -> String {
        let instant = UInt64(max(0, (now.timeIntervalSince1970 * 1_000_000).rounded()))
        let login = withUnsafeBytes(of: user.id.uuid.uuid) { Array($0) } + (0..<8).map { UInt8(truncatingIfNeeded: instant >> (56 - 8 * $0)) }
        return Base64URL.encode(login + masters.key(for: .pendingLogins).authenticate(Self.text(login, user.passwordHash, browser, session)))
    }

    /// Whom it speaks of, not proven yet; nil when it is none, or over.
    func claim(_ token: String, now: Date) -> Login? {
        guard let bytes = Base64URL.decode(token), bytes.count > Self.size else { return nil }
        let id = bytes.prefix(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        let instant = bytes[16..<24].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let provenAt = Date(timeIntervalSince1970: Double(instant) / 1_000_000)
        guard now.timeIntervalSince(provenAt) < Self.lifetime else { return nil }
        return Login(userID: UserID(id), provenAt: provenAt)
    }

    /// Also one from before a new master key took over.
    func accepts(_ token: String, of user: UserRecord, browser: String, session: String?) -> Bool {
        guard let bytes = Base64URL.decode(token) else { return false }
        let (login, proof) = (Array(bytes.prefix(Self.size)), Array(bytes.dropFirst(Self.size)))
        return masters.keys(for: .pendingLogins).contains { $0.isAuthentication(proof, of: Self.text(login, user.passwordHash, browser, session)) }
    }

    private static func text(_ login: [UInt8], _ passwordHash: String, _ browser: String, _ session: String?) -> [UInt8] {
        login + Array("\(browser)\u{0}\(session ?? "")\u{0}\(passwordHash)".utf8)
    }
}
