import CareModels
import Foundation
import Postgres
import Sealing

/// A row that is to be the last of a person's chain.
struct NewAccess: Sendable {
    var row: AccessRow
    /// How often the person's consents had been changed when it was decided who is let in; nil for whom nothing has to be given.
    var changes: Int?

    private static let few = 16

    /// A few, as of nearly every statement, are spelled one by one: of arrays with fewer than ten elements PostgreSQL plans anew each time.
    fileprivate static func rows(_ new: [NewAccess]) -> SQL {
        guard new.count <= few else {
            return """
                SELECT * FROM unnest(\(new.map(\.row.owner.uuid))::uuid[], \(new.map(\.row.id))::uuid[], \(new.map(\.row.at))::timestamptz[],
                    \(new.map { Data($0.row.body) })::bytea[], \(new.map { Data($0.row.digest) })::bytea[], \(new.map { $0.changes ?? 0 })::bigint[])
                """
        }
        let each: [SQL] = new.map { one in
            "(\(one.row.owner), \(one.row.id), \(one.row.at), \(one.row.body), \(one.row.digest), \(one.changes ?? 0))"
        }
        return "VALUES \(SQL.join(each, separator: ", "))"
    }
}

/// Of whom something was noted, and whether it hung on their consents.
struct NotedGroup: Hashable, Sendable {
    var owner: UserID
    var isBound: Bool
}

struct NotedGroups: Sendable {
    var noted: Set<NotedGroup> = []
    /// Their heads were locked by somebody else: nothing was noted of them, nor refused.
    var locked: Set<NotedGroup> = []
}

extension AccessRow {
    static func sealed(_ events: [AccessEvent], of owner: UserID, id: UUID, at instant: Date, _ key: PersonKey) throws -> AccessRow {
        AccessRow(owner: owner, id: id, at: instant, body: try key.seal(bytes(of: events), at: place(id)))
    }

    func opened(_ key: PersonKey) throws -> [AccessEvent] { try key.open(json: body, at: Self.place(id)) }

    private static func place(_ id: UUID) -> String { "access_log body \(id.lowercaseText)" }
}

/// A row of the log with its place.
struct KeptAccess: Sendable {
    var row: AccessRow
    var sequence: Int
    var hash: [UInt8]

    fileprivate static let columns = "owner_id, access_id, at, body, sequence, hash"
    /// Of what is read in one statement.
    static let mostBytes = 4 << 20

    fileprivate init(_ row: Row) throws {
        self.row = AccessRow(owner: try row["owner_id"], id: try row["access_id"], at: try row["at"], body: try row["body"])
        sequence = try row["sequence"]
        hash = try row["hash"]
    }
}

extension PostgresRunner {
    /// Puts each row at the end of its person's chain, and gives the persons of whom it did: each person once in each of the two kinds. Nothing is noted of who was erased, nor what was
    /// let through by consents that were changed since. Nobody waits for a head that somebody else has locked.
    func note(_ new: [NewAccess]) async throws -> NotedGroups {
        var groups = NotedGroups()
        let (free, bound) = (new.filter { $0.changes == nil }, new.filter { $0.changes != nil })
        if !bound.isEmpty {
            try await note(bound, if: "NOT h.is_erased AND h.consents = excluded.consents", isBound: true, &groups)
        }
        if !free.isEmpty {
            try await note(free, if: "NOT h.is_erased", isBound: false, &groups)
        }
        return groups
    }

    private func note(_ new: [NewAccess], if condition: SQL, isBound: Bool, _ groups: inout NotedGroups) async throws {
        let rows = try await query(
            """
            WITH given (owner_id, access_id, at, body, digest, consents) AS (
                \(NewAccess.rows(new))
            ), known AS (
                SELECT h.owner_id FROM access_heads h WHERE h.owner_id IN (SELECT owner_id FROM given)
            ), ours AS (
                SELECT h.owner_id FROM access_heads h WHERE h.owner_id IN (SELECT owner_id FROM given) FOR NO KEY UPDATE OF h SKIP LOCKED
            ), free AS (
                SELECT * FROM given WHERE owner_id IN (SELECT owner_id FROM ours) OR owner_id NOT IN (SELECT owner_id FROM known)
            ), heads AS (
                INSERT INTO access_heads AS h (owner_id, sequence, hash, consents) SELECT owner_id, 1, digest, consents FROM free ORDER BY owner_id
                ON CONFLICT (owner_id) DO UPDATE SET sequence = h.sequence + 1, hash = sha256(h.hash || excluded.hash) WHERE \(condition)
                RETURNING owner_id, sequence, hash
            ), logged AS (
                INSERT INTO access_log (owner_id, sequence, access_id, at, hash, body)
                SELECT g.owner_id, heads.sequence, g.access_id, g.at, heads.hash, g.body FROM given g JOIN heads USING (owner_id)
                RETURNING owner_id
            )
            SELECT owner_id, true AS is_noted FROM logged
            UNION ALL SELECT owner_id, false FROM known WHERE owner_id NOT IN (SELECT owner_id FROM ours)
            """)
        for row in rows {
            let group = NotedGroup(owner: try row["owner_id"], isBound: isBound)
            if try row["is_noted"] { groups.noted.insert(group) } else { groups.locked.insert(group) }
        }
    }

    /// The newest first: those before `sequence`, and it itself; it ends behind the one by which they are more than so many bytes. A row may hold fifty uses that name five
    /// hundred resources each. `isMore`: there are others among these.
    func accesses(
        of owner: UserID, upTo sequence: Int?, from: Date?, until: Date?, limit: Int, bytes: Int = KeptAccess.mostBytes
    ) async throws -> (rows: [KeptAccess], isMore: Bool) {
        let selection: SQL = """
            SELECT \(unescaped: KeptAccess.columns) FROM access_log
            WHERE owner_id = \(owner) AND sequence <= \(sequence ?? Int.max) AND at >= \(from ?? .distantPast) AND at < \(until ?? .distantFuture)
            ORDER BY sequence DESC LIMIT \(limit)
            """
        let rows = try await query(.page(of: selection, in: "sequence DESC", bytes: "octet_length(body)", most: bytes, isCounted: true))
        let selected: Int = try rows.first?["selected"] ?? 0
        return (rows: try rows.map(KeptAccess.init), isMore: selected > rows.count)
    }

    // MARK: Checking

    /// By their persons, each with when its last row was written, as far as that row fits the hash: whoever changes its time alone is not believed.
    func accessHeads(after owner: UserID?, limit: Int) async throws -> [AccessChain.Head] {
        let place: SQL = owner.map { "WHERE h.owner_id > \($0)" } ?? ""
        return try await query(
            """
            SELECT h.owner_id, h.sequence, h.hash, h.start_sequence, h.start_hash, h.is_erased, k.erased_at, CASE WHEN h.hash = (
                CASE WHEN h.sequence = 1 THEN d.digest ELSE sha256(CASE WHEN h.sequence = h.start_sequence + 1 THEN h.start_hash ELSE p.hash END || d.digest) END
            ) THEN l.at END AS last_at
            FROM access_heads h
            LEFT JOIN access_log l ON l.owner_id = h.owner_id AND l.sequence = h.sequence
            LEFT JOIN access_log p ON p.owner_id = h.owner_id AND p.sequence = h.sequence - 1
            LEFT JOIN person_keys k ON k.person_id = h.owner_id AND k.wrapped_key IS NULL
            CROSS JOIN LATERAL (
                SELECT sha256(
                    uuid_send(l.owner_id) || uuid_send(l.access_id) || int8send(round(extract(epoch FROM l.at) * 1000)::bigint) || l.body) AS digest
            ) d
            \(place) ORDER BY h.owner_id LIMIT \(limit)
            """
        ).map { row in
            AccessChain.Head(
                owner: try row["owner_id"], sequence: try row["sequence"], hash: try row["hash"], start: try row["start_sequence"],
                startHash: try row["start_hash"], isErased: try row["is_erased"], lastAt: try row["last_at"], erasedAt: try row["erased_at"])
        }
    }

    /// In their order, until they are more than so many bytes; one at least, where there is any.
    func accesses(of owner: UserID, behind sequence: Int, limit: Int, bytes: Int = KeptAccess.mostBytes) async throws -> [KeptAccess] {
        let selection: SQL = """
            SELECT \(unescaped: KeptAccess.columns) FROM access_log WHERE owner_id = \(owner) AND sequence > \(sequence) ORDER BY sequence LIMIT \(limit)
            """
        return try await query(.page(of: selection, in: "sequence", bytes: "octet_length(body)", most: bytes)).map(KeptAccess.init)
    }

    /// Somebody with rows and no head.
    func headlessAccess() async throws -> UserID? {
        try await first(
            "SELECT l.owner_id FROM access_log l WHERE NOT EXISTS (SELECT 1 FROM access_heads h WHERE h.owner_id = l.owner_id) LIMIT 1"
        ).map { try $0["owner_id"] }
    }

    func hasAccess(of owner: UserID, upTo sequence: Int) async throws -> Bool {
        try await first("SELECT 1 FROM access_log WHERE owner_id = \(owner) AND sequence <= \(sequence) LIMIT 1") != nil
    }
}

extension Transaction {
    /// The same of one person, in the commit of what they or somebody else wrote; `changes` of their consents came with it. Goes out with the next
    /// statement or the commit.
    func noteLater(_ row: AccessRow, consents changes: Int) async throws {
        try await executeLater(
            """
            WITH head AS (
                INSERT INTO access_heads AS h (owner_id, sequence, hash, consents) VALUES (\(row.owner)::uuid, 1, \(row.digest)::bytea, \(changes)::bigint)
                ON CONFLICT (owner_id) DO UPDATE SET sequence = h.sequence + 1, hash = sha256(h.hash || excluded.hash), consents = h.consents + excluded.consents
                WHERE NOT h.is_erased
                RETURNING sequence, hash
            )
            INSERT INTO access_log (owner_id, sequence, access_id, at, hash, body)
            SELECT \(row.owner)::uuid, sequence, \(row.id)::uuid, \(row.at)::timestamptz, hash, \(row.body)::bytea FROM head
            """)
    }

    /// With what lets others in. Under the lock of their key. What there was of the chain is told by its head alone, which is locked once most of the rows are gone.
    func eraseAccesses(of owner: UserID) async throws {
        try await batch([
            "DELETE FROM consents WHERE owner_id = \(owner)",
            "DELETE FROM access_log WHERE owner_id = \(owner)",
            """
            INSERT INTO access_heads (owner_id, sequence, hash, is_erased) VALUES (\(owner), 0, ''::bytea, true)
            ON CONFLICT (owner_id) DO UPDATE SET is_erased = true
            """,
            // And what was noted meanwhile.
            "DELETE FROM access_log WHERE owner_id = \(owner)",
            "DELETE FROM overrides WHERE owner_id = \(owner)"
        ])
    }

    /// The next one, behind somebody, who was erased by who knew nothing of this: their head does not say so. Their key's row is locked.
    func lockHalfErased(behind place: UserID?) async throws -> UserID? {
        let behind: SQL = place.map { "AND k.person_id > \($0)" } ?? ""
        return try await first(
            """
            SELECT k.person_id FROM person_keys k
            WHERE k.wrapped_key IS NULL AND NOT EXISTS (SELECT FROM access_heads h WHERE h.owner_id = k.person_id AND h.is_erased) \(behind)
            ORDER BY k.person_id LIMIT 1 FOR UPDATE OF k SKIP LOCKED
            """
        ).map { try $0[0] }
    }

    /// Of who had all destroyed and goes on: what is done from now on is noted behind the head of before, of whose rows nothing is left.
    func reopenAccesses(of owner: UserID) async throws {
        try await batch([
            "DELETE FROM access_heads WHERE owner_id = \(owner) AND is_erased AND sequence = 0",
            """
            UPDATE access_heads SET is_erased = false, start_sequence = sequence, start_hash = hash, consents = consents + 1
            WHERE owner_id = \(owner) AND is_erased
            """
        ])
    }

    /// Persons whose oldest rows are older than this.
    func ownersOfAccesses(before instant: Date, limit: Int) async throws -> [UserID] {
        try await query("SELECT DISTINCT owner_id FROM (SELECT owner_id FROM access_log WHERE at < \(instant) LIMIT \(limit)) AS old ORDER BY owner_id")
            .map { try $0["owner_id"] }
    }

    /// Takes away a person's rows of before, from the chain's beginning on, so many at most: how many there were. The chain begins behind them then.
    func forgetAccesses(of owner: UserID, before instant: Date, most: Int) async throws -> Int {
        let head = try await first("SELECT start_sequence FROM access_heads WHERE owner_id = \(owner) FOR UPDATE")
        guard let start: Int = try head?["start_sequence"] else { return 0 }
        let rows = try await query("SELECT sequence, at, hash FROM access_log WHERE owner_id = \(owner) AND sequence > \(start) ORDER BY sequence LIMIT \(most)")
        var last: Row?
        for row in rows {
            let at: Date = try row["at"]
            guard at < instant else { break }
            last = row
        }
        guard let last else { return 0 }
        let (sequence, hash): (Int, [UInt8]) = (try last["sequence"], try last["hash"])
        try await execute("UPDATE access_heads SET start_sequence = \(sequence), start_hash = \(hash) WHERE owner_id = \(owner)")
        return try await execute("DELETE FROM access_log WHERE owner_id = \(owner) AND sequence <= \(sequence)")
    }
}
