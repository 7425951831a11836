import CareService
import Foundation
import Postgres

/// The signing keys as this replica knows them: read from the database at first use and again every half minute, in the
/// background, so that a token never waits for it.
actor KeyRing {
    private static let rereadAfter: TimeInterval = 30
    /// A replica that was idle for so long reads before it answers: its keys may have been replaced.
    private static let oldAfter: TimeInterval = 300

    private let pool: PostgresPool
    private let sealing: SecretKey
    private let schedule: KeyRotation.Schedule
    private let now: @Sendable () -> Date
    private var keys: [SigningKey] = []
    private var readAt = Date.distantPast
    private var reading: Task<[SigningKey], any Error>?

    init(pool: PostgresPool, sealing: SecretKey, schedule: KeyRotation.Schedule, now: @escaping @Sendable () -> Date) {
        self.pool = pool
        self.sealing = sealing
        self.schedule = schedule
        self.now = now
    }

    /// The key that signs now.
    func signer() async throws -> SigningKey {
        let keys = try await current()
        let signer = KeyRotation.signer(keys.map(\.schedule), now: now())
        guard let key = keys.first(where: { $0.schedule == signer }) else { throw Problem.unavailable(retryAfter: 5) }
        return key
    }

    /// Next, current and previous, as the JWKS shows them.
    func published() async throws -> [JSONWebKey] { try await current().map(\.published) }

    private func current() async throws -> [SigningKey] {
        if keys.isEmpty { return try await reread() }
        let age = now().timeIntervalSince(readAt)
        if age > Self.oldAfter {
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
        let (pool, sealing, schedule, instant) = (pool, sealing, schedule, now())
        let task = Task { try await Self.read(pool, sealing, schedule, now: instant) }
        reading = task
        defer { reading = nil }
        keys = try await task.value
        readAt = instant
        return keys
    }

    private static func read(
        _ pool: PostgresPool, _ sealing: SecretKey, _ schedule: KeyRotation.Schedule, now: Date
    ) async throws -> [SigningKey] {
        var records = try await pool.withConnection { try await $0.signingKeys() }
        if records.isEmpty {
            records = try await pool.transaction { try await $0.rotateSigningKeys(schedule: schedule, sealing: sealing, now: now) }
        }
        return try records.map { try SigningKey($0, sealing: sealing) }
    }
}

extension Transaction {
    /// Makes the key that is due, deletes those whose tokens have expired; gives all that remain.
    func rotateSigningKeys(schedule: KeyRotation.Schedule, sealing: SecretKey, now: Date) async throws -> [SigningKeyRecord] {
        try await lockSigningKeys()
        var records = try await signingKeys()
        if let signsFrom = KeyRotation.newKey(records.map(\.schedule), schedule: schedule, now: now) {
            let record = try SigningKey.make(signsFrom: signsFrom, sealing: sealing, now: now)
            try await insert(record)
            records.append(record)
        }
        let retired = KeyRotation.retired(records.map(\.schedule), schedule: schedule, now: now).map(\.kid)
        if !retired.isEmpty { try await deleteSigningKeys(retired) }
        return records.filter { !retired.contains($0.kid) }
    }
}
