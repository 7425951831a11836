import CareModels
import Foundation
import Postgres

/// Somebody logs out of a browser. Of the apps' sessions that were begun in it those end that live by its login; those with `offline_access` were given to go on
/// without it (OpenID Connect Back-Channel Logout 1.0, 2.7). Their apps are told of both. Codes that wait for their exchange are over, all of them: the app that has
/// one is given nothing yet.
struct EndBrowsersSessions: Sendable {
    let now: Date

    /// `session`: the app's that asked for it, which ends in any case. Gives those that have ended.
    @discardableResult
    func callAsFunction(of user: UserID?, browser: [UInt8]?, with session: SessionID?, _ tx: Transaction) async throws -> Set<SessionID> {
        if let user, let browser {
            // Before the sessions: one that a code begins just now is among them. Who is locked gives no other meanwhile.
            _ = try await tx.lockedUser(user)
            try await tx.deleteUnusedCodes(of: user, givenIn: browser)
        }
        return try await end(try await tx.lockSessions(begunIn: browser, of: user, with: session, now: now), with: session, tx)
    }

    /// The same of all browsers but `kept` of a person, who is locked.
    @discardableResult
    func ofAllBrowsers(of user: UserID, except kept: [UInt8]?, _ tx: Transaction) async throws -> Set<SessionID> {
        try await tx.deleteUnusedCodes(of: user, givenOutside: kept)
        return try await end(try await tx.lockSessions(begunInBrowsersOf: user, except: kept, now: now), with: nil, tx)
    }

    private func end(_ begun: [(id: SessionID, goesOn: Bool)], with session: SessionID?, _ tx: Transaction) async throws -> Set<SessionID> {
        let (going, ending) = (begun.filter { $0.goesOn && $0.id != session }, begun.filter { !$0.goesOn || $0.id == session })
        let ended = try await tx.end(ending.map(\.id), reason: .logout, now: now)
        try await AnnounceEnds(now: now)(ended, tx)
        try await AnnounceEnds(now: now).toClients(going.map(\.id), tx)
        return Set(ended.map(\.id))
    }
}
