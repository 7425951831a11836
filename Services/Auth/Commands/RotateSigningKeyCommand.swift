import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// `auth-service rotate-signing-key`
struct RotateSigningKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-signing-key", abstract: "Make the next key that signs tokens before it is due.",
        discussion: """
            It is in the JWKS at once and signs after an hour, when every service knows it; the one before stays for two hours more, until its tokens \
            have expired. With --emergency every key of before is withdrawn at once, and a new one signs. Needs CARE_MASTER_KEY besides.
            """)

    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Flag(help: "Somebody may know a signing key: withdraw all at once, with every token that they signed.") var emergency = false
    @Flag(help: "With --emergency: end everybody's session too, so that all log in again.") var endSessions = false

    func validate() throws {
        if endSessions, !emergency { throw ValidationError("--end-sessions goes with --emergency") }
    }

    func run() async throws {
        let text = try await OperatorCommand.withPool { pool, environment in
            let masters = MasterKeys(&environment)
            try environment.done()
            return try await emergency ? replace(masters, pool) : rotate(masters, pool)
        }
        print(text)
    }

    private func rotate(_ masters: MasterKeys, _ pool: PostgresPool) async throws -> String {
        let (schedule, now) = (KeyRotation.Schedule(), Date())
        guard !dryRun else {
            let keys = try await pool.withConnection { try await $0.signingKeys() }
            return Self.said { algorithm in
                let known = keys.filter { $0.algorithm == algorithm }.map(\.schedule)
                return KeyRotation.nextKey(known, schedule: schedule, now: now).map { ("would be made", $0, nil) }
            }
        }
        let make = MakeNextSigningKeys(schedule: schedule, masters: masters, now: { now })
        let made = try await pool.transaction { tx in try await make(tx) }
        return Self.said { algorithm in
            made.first { $0.algorithm == algorithm }.map { ("is published", $0.signsFrom, $0.kid) }
        }
    }

    private func replace(_ masters: MasterKeys, _ pool: PostgresPool) async throws -> String {
        guard !dryRun else {
            let keys = try await pool.withConnection { try await $0.signingKeys() }
            let sessions = endSessions ? ", and every session would end" : ""
            return "would be withdrawn: \(Self.named(keys)); new keys would sign at once\(sessions)"
        }
        let now = Date()
        let replace = ReplaceSigningKeys(masters: masters, now: { now })
        let (made, withdrawn) = try await pool.transaction { tx in try await replace(tx) }
        var text = """
            withdrawn: \(Self.named(withdrawn)); \(Self.named(made)) signs from now on.
            Auth goes over to it within 30 s at most. Every service refuses what the others signed when it has read the keys again: 10 s after its next reading, which is \
            every CARE_JWKS_INTERVAL (30 s), so within 40 s. Look: token_keys_fetched_timestamp_seconds of every replica must be later than \
            \(Int(now.timeIntervalSince1970) + 5). A replica that cannot reach Auth keeps the old keys: restart it.
            """
        if endSessions {
            let ended = try await Self.endSessions(pool, now: now)
            text += "\nsessions ended: \(ended); everybody logs in again"
        } else {
            text += "\nSessions go on: apps get new tokens by their refresh tokens. If more than the signing keys may be known, run it again with --end-sessions."
        }
        return text
    }

    /// In small commits, so that nobody waits long; what is done stays done when it is broken off.
    static func endSessions(_ pool: PostgresPool, now: Date) async throws -> Int {
        let end = EndEverySession(now: now)
        try await pool.transaction { tx in try await end.endBrowsers(tx) }
        var (after, ended) = (SessionID?.none, 0)
        while true {
            let from = after
            let done = try await pool.transaction { tx in try await end(after: from, tx) }
            guard let done else { return ended }
            (after, ended) = (done.last, ended + done.count)
        }
    }

    private static func named(_ keys: [SigningKeyRecord]) -> String { keys.isEmpty ? "no key" : keys.map(\.kid).joined(separator: ", ") }

    /// A line for each algorithm; nil: a next key waits.
    private static func said(_ what: (SigningAlgorithm) -> (what: String, from: Date, kid: String?)?) -> String {
        SigningAlgorithm.allCases.map { algorithm in
            guard let made = what(algorithm) else { return "\(algorithm.rawValue): a next signing key waits already: nothing was done" }
            let kid = made.kid.map { "(\($0)) " } ?? ""
            let from = RFC3339.format(made.from)
            return "\(algorithm.rawValue): a next signing key \(kid)\(made.what); it signs from \(from), the one before stays published two hours longer"
        }.joined(separator: "\n")
    }
}
