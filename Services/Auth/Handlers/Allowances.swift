import CareModels
import HTTP

/// How often somebody may do what leaves something behind: a line of the audit, which is kept for years, an event that every service hears, a mail, a session, a row
/// that waits. Each replica counts for itself, in memory.
///
/// What shuts somebody out is not among them (ending sessions and browsers' logins, withdrawing consents, another password): who has got hold of an account shall not use up
/// what its person needs against them.
struct Allowances: Sendable {
    /// Changes of one's own account, by person and app.
    let changes: CallerLimiter
    /// Of organisations, and by operators of what is others', by who does it, and with which app.
    let administration: CallerLimiter
    private let logins: RateLimiter
    private let grants: RateLimiter
    private let requests: RateLimiter
    private let refusals: RateLimiter

    /// `clock`: a test's own (`RateLimiter`).
    init(_ settings: AuthSettings, clock: (@Sendable () -> Double)? = nil) {
        changes = CallerLimiter(perMinute: settings.changesPerMinute, clock: clock)
        administration = CallerLimiter(perMinute: settings.administrationPerMinute, clock: clock)
        logins = RateLimiter(perMinute: settings.changesPerMinute, clock: clock)
        grants = RateLimiter(perMinute: 2 * settings.changesPerMinute, clock: clock)
        // A clinic's people have one address.
        requests = RateLimiter(perMinute: 10 * settings.changesPerMinute, clock: clock)
        refusals = RateLimiter(burst: 10, every: .seconds(60), clock: clock)
    }

    /// The seconds until somebody who has proven who they are may be let in once more from that address; nil: now. From another one they may all the same, so that nobody
    /// who knows their password too shuts them out. What shows that they have signed in before does not count: each login gives another.
    func wait(toLogIn user: UserID, from origin: Origin) -> Int? {
        logins.take("\(user) \(Base64URL.encode(origin.addressHash ?? []))").map { max(1, Int($0.rounded(.up))) }
    }

    /// Whether an app may get one more code for somebody.
    func mayGrant(for user: UserID) -> Bool { grants.take("\(user)") == nil }

    /// Throws 429 where somebody's token, or a client's user, was exchanged so often. `key`: of whichever length.
    func checkExchange(of key: String) throws { try grants.check(Base64URL.encode(Secret.hash(key))) }

    /// Throws 429 where a client has left so many requests that wait for a person, from one address. One that proves itself by a secret or a key is its operator's to bound: it
    /// sends those of all of its people.
    func checkRequest(of client: Client, from address: [UInt8]) throws {
        guard client.kind == .public else { return }
        try requests.check("\(client.id) \(Base64URL.encode(address))")
    }

    /// Whether one more line says something of this token, code or passkey that was refused; further ones are counted.
    func isWorthALine(_ kind: AuditEntry.Kind, of what: [UInt8], from origin: Origin, _ tally: AuditTally) -> Bool {
        if refusals.take(Base64URL.encode(what)) == nil { return true }
        tally.count(kind, from: origin)
        return false
    }
}
