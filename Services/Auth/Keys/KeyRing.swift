import Foundation
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

    /// None of the keys that there are signs yet.
    struct NoSigner: Error {}

    private let pool: PostgresPool
    /// Makes the first keys.
    private let rotate: RotateSigningKeys
    private let now: @Sendable () -> Date
    private var keys: [SigningKey] = []
    private var readAt = Date.distantPast
    private var triedAt = Date.distantPast
    private var reading: Task<[SigningKey], any Error>?

    init(pool: PostgresPool, rotate: RotateSigningKeys, now: @escaping @Sendable () -> Date) {
        self.pool = pool
        self.rotate = rotate
        self.now = now
    }

    /// The key that signs now.
    func signer(_ algorithm: SigningAlgorithm = .es256) async throws -> SigningKey {
        var keys = try await current(notOlderThan: Self.oldAfter).filter { $0.algorithm == algorithm }
        // The job makes them in time; before its first run whoever needs one does.
        if keys.isEmpty { keys = try await begin(algorithm).filter { $0.algorithm == algorithm } }
        let signer = KeyRotation.signer(keys.map(\.schedule), now: now())
        guard let key = keys.first(where: { $0.schedule == signer }) else { throw NoSigner() }
        return key
    }

    /// One that is published; nil for another.
    func key(_ kid: String) async throws -> SigningKey? {
        try await current(notOlderThan: Self.rereadAfter).first { $0.schedule.kid == kid }
    }

    /// Next, current and previous, as the JWKS shows them.
    func published() async throws -> [WebKey] { try await current(notOlderThan: Self.rereadAfter).map(\.published) }

    /// Those of them that access tokens are signed with.
    func publishedForAccess() async throws -> [JSONWebKey] {
        try await published().compactMap { if case .es256(let key) = $0 { key } else { nil } }
    }

    /// Makes the first key of an algorithm.
    private func begin(_ algorithm: SigningAlgorithm) async throws -> [SigningKey] {
        var rotate = rotate
        rotate.algorithms = [algorithm]
        let first = rotate
        _ = try await pool.transaction { tx in try await first(tx) }
        return try await reread()
    }

    private func current(notOlderThan most: TimeInterval) async throws -> [SigningKey] {
        if keys.isEmpty { return try await reread() }
        let instant = now()
        // While the database is away not every answer waits for it.
        guard instant.timeIntervalSince(triedAt) > Self.rereadAfter || reading != nil else { return keys }
        let age = instant.timeIntervalSince(readAt)
        if age > most {
            return await tryToReread()
        } else if age > Self.rereadAfter, reading == nil {
            Task { _ = await self.tryToReread() }
        }
        return keys
    }

    /// What was read, also by who waited for another's reading, before that one has put it away. While the database is away the keys that are known go
    /// on signing.
    private func tryToReread() async -> [SigningKey] {
        do {
            return try await reread()
        } catch {
            Log.warning("signing keys not read again", ["error": String(describing: type(of: error))])
            return keys
        }
    }

    @discardableResult func reread() async throws -> [SigningKey] {
        if let reading { return try await reading.value }
        let (pool, rotate, instant) = (pool, rotate, now())
        let task = Task { try await Self.read(pool, rotate) }
        reading = task
        triedAt = instant
        defer { reading = nil }
        keys = try await task.value
        readAt = instant
        return keys
    }

    private static func read(_ pool: PostgresPool, _ rotate: RotateSigningKeys) async throws -> [SigningKey] {
        var records = try await pool.withConnection { try await $0.signingKeys() }
        if !records.contains(where: { $0.algorithm == .es256 }) {
            var rotate = rotate
            rotate.algorithms = [.es256]
            let first = rotate
            records += try await pool.transaction { tx in try await first(tx) }
        }
        return try records.map { try SigningKey($0, masters: rotate.masters) }
    }
}
