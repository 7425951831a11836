import Foundation
import HTTP
import Postgres
import Sealing
import Telemetry

/// The signing keys as this replica knows them: read from the database at first use and again every few seconds, in the
/// background, so that a token hardly ever waits for it.
actor KeyRing {
    /// What is published is never older: a key that was withdrawn in an emergency is to end everywhere.
    private static let rereadAfter: TimeInterval = 5
    /// A replica that was idle for so long reads before it signs: its keys may have been replaced.
    private static let oldAfter: TimeInterval = 30

    private let pool: PostgresPool
    private let masters: MasterKeys
    private let schedule: KeyRotation.Schedule
    private let now: @Sendable () -> Date
    private var keys: [SigningKey] = []
    private var readAt = Date.distantPast
    private var triedAt = Date.distantPast
    private var reading: Task<[SigningKey], any Error>?

    init(pool: PostgresPool, masters: MasterKeys, schedule: KeyRotation.Schedule, now: @escaping @Sendable () -> Date) {
        self.pool = pool
        self.masters = masters
        self.schedule = schedule
        self.now = now
    }

    /// The key that signs now.
    func signer() async throws -> SigningKey {
        let keys = try await current(notOlderThan: Self.oldAfter)
        let signer = KeyRotation.signer(keys.map(\.schedule), now: now())
        guard let key = keys.first(where: { $0.schedule == signer }) else { throw Problem.unavailable(retryAfter: 5) }
        return key
    }

    /// Next, current and previous, as the JWKS shows them.
    func published() async throws -> [JSONWebKey] { try await current(notOlderThan: Self.rereadAfter).map(\.published) }

    private func current(notOlderThan most: TimeInterval) async throws -> [SigningKey] {
        if keys.isEmpty { return try await reread() }
        let instant = now()
        // While the database is away not every answer waits for it.
        guard instant.timeIntervalSince(triedAt) > Self.rereadAfter || reading != nil else { return keys }
        let age = instant.timeIntervalSince(readAt)
        if age > most {
            await tryToReread()
        } else if age > Self.rereadAfter, reading == nil {
            Task { await self.tryToReread() }
        }
        return keys
    }

    /// While the database is away the keys that are known go on signing.
    private func tryToReread() async {
        do {
            try await reread()
        } catch {
            Log.warning("signing keys not read again", ["error": String(describing: type(of: error))])
        }
    }

    @discardableResult func reread() async throws -> [SigningKey] {
        if let reading { return try await reading.value }
        let (pool, masters, schedule, instant) = (pool, masters, schedule, now())
        let task = Task { try await Self.read(pool, masters, schedule, now: instant) }
        reading = task
        triedAt = instant
        defer { reading = nil }
        keys = try await task.value
        readAt = instant
        return keys
    }

    private static func read(
        _ pool: PostgresPool, _ masters: MasterKeys, _ schedule: KeyRotation.Schedule, now: Date
    ) async throws -> [SigningKey] {
        var records = try await pool.withConnection { try await $0.signingKeys() }
        if records.isEmpty {
            records = try await pool.transaction { try await $0.rotateSigningKeys(schedule: schedule, masters: masters, now: now) }
        }
        return try records.map { try SigningKey($0, masters: masters) }
    }
}

extension Transaction {
    /// Makes the key that is due, deletes those whose tokens have expired; gives all that remain.
    func rotateSigningKeys(schedule: KeyRotation.Schedule, masters: MasterKeys, now: Date) async throws -> [SigningKeyRecord] {
        try await lockSigningKeys()
        var records = try await signingKeys()
        if let signsFrom = KeyRotation.newKey(records.map(\.schedule), schedule: schedule, now: now) {
            let record = try SigningKey.make(signsFrom: signsFrom, masters: masters, now: now)
            try await insert(record)
            records.append(record)
        }
        let retired = KeyRotation.retired(records.map(\.schedule), schedule: schedule, now: now).map(\.kid)
        if !retired.isEmpty { try await deleteSigningKeys(retired) }
        return records.filter { !retired.contains($0.kid) }
    }

    /// Makes the next key before it is due: published now, signing after the schedule's lead. Nil when one waits already.
    func makeNextSigningKey(schedule: KeyRotation.Schedule, masters: MasterKeys, now: Date) async throws -> SigningKeyRecord? {
        try await lockSigningKeys()
        guard let signsFrom = KeyRotation.nextKey(try await signingKeys().map(\.schedule), schedule: schedule, now: now) else { return nil }
        let record = try SigningKey.make(signsFrom: signsFrom, masters: masters, now: now)
        try await insert(record)
        return record
    }

    /// Withdraws every key, also one that waits for its time, and makes one that signs at once.
    func replaceSigningKeys(masters: MasterKeys, now: Date) async throws -> (made: SigningKeyRecord, withdrawn: [SigningKeyRecord]) {
        try await lockSigningKeys()
        let withdrawn = try await signingKeys()
        try await deleteSigningKeys(withdrawn.map(\.kid))
        let record = try SigningKey.make(signsFrom: now, masters: masters, now: now)
        try await insert(record)
        try await audit(AuditEntry(kind: .signingKeysReplaced, at: now))
        return (record, withdrawn)
    }

    /// Seals anew what an earlier master key seals. One that cannot be opened is left as it is and counted.
    func resealSigningKeys(masters: MasterKeys) async throws {
        let master = masters.current
        let earlier = masters.earlier.map(\.id)
        for var record in try await lockedSigningKeys() where record.masterKeyID.map(earlier.contains) ?? true {
            guard let opened = try? record.opened(masters) else {
                Metrics.count("care_reseal_failures_total", [("what", "signing key")])
                continue
            }
            try record.seal(opened, with: master)
            try await update(record)
        }
    }
}
