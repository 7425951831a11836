import CareModels
import Foundation
import Outbox
import Postgres
import Testing

/// Whether a service's erasure reaches every table that has a column for a person's id. A row in which every person is the one who goes is
/// put into each such table, whatever else the table is for; then they are erased as the service does it; then they are looked for.
package struct ErasureCheck: Sendable {
    /// Columns that hold a person's id, by their names in every service.
    private static let ofPersons: Set = [
        "user_id", "actor_id", "person_id", "patient_id", "provider_id", "owner_id", "author_id", "created_by", "booked_by", "rescheduled_by", "cancelled_by",
        "title_of", "key_of", "invited_by", "person_ids", "participant_ids", "mentioned_ids", "ward_id", "guardian_id", "subject", "caller"
    ]
    /// Other columns of ids. One of another name has to be said here or above.
    private static let ofThings: Set = [
        "id", "access_id", "addressed_to", "alert_id", "appointment_id", "attachment_id", "behind", "content_id", "conversation_id", "epoch", "er_id", "event_id",
        "export_id",
        "interval_ids",
        "item_id", "lease", "notification_id", "observation_id", "parent_id", "guardianship_id", "organisation_id", "passed", "reached", "receipt_id", "record_id",
        "reply_to", "session_id", "subject_id", "team_id", "turn", "until", "upload_id", "webhook_id"
    ]

    private struct Column {
        var table: String
        var name: String
        var type: String
        var isNeeded: Bool

        var place: String { "\(table).\(name)" }
        var isOfPersons: Bool { ErasureCheck.ofPersons.contains(name) || place == "users.id" }
    }

    private let pool: PostgresPool
    private let person: UserID
    private let unused: Set<String>

    /// - Parameter unused: tables of the kit's that the service has and never fills.
    package init(_ pool: PostgresPool, _ person: UserID, unused: Set<String> = []) {
        self.pool = pool
        self.person = person
        self.unused = unused
    }

    /// The columns that still hold the person's id after `erase`, as `table.column`.
    package func left(by erase: () async throws -> Void) async throws -> Set<String> {
        let columns = try await columns().filter { !unused.contains($0.table) }
        for column in columns where ["uuid", "_uuid"].contains(column.type) && !column.isOfPersons {
            #expect(Self.ofThings.contains(column.name), "\(column.place): may it hold a person's id? Say so in ErasureCheck")
        }
        let places = columns.filter(\.isOfPersons)
        try await fill(columns, without: try await holding(places))
        let unfilled = Set(places.map(\.place)).subtracting(try await holding(places))
        try #require(unfilled == [])
        try await erase()
        return try await holding(places)
    }

    private func columns() async throws -> [Column] {
        try await pool.withConnection { connection in
            let rows = try await connection.query(
                """
                SELECT table_name::text AS name, column_name::text AS column, udt_name::text AS type,
                    is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO' AND is_generated = 'NEVER' AS needed
                FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
                WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1, ordinal_position
                """)
            return try rows.map { Column(table: try $0["name"], name: try $0["column"], type: try $0["type"], isNeeded: try $0["needed"]) }
        }
    }

    private func holding(_ places: [Column]) async throws -> Set<String> {
        try await pool.withConnection { connection in
            var found: Set<String> = []
            for place in places {
                let mine = "strpos(\(place.name)::text, '\(person)') > 0"
                if try await connection.first("SELECT 1 FROM \(unescaped: place.table) WHERE \(unescaped: mine) LIMIT 1") != nil { found.insert(place.place) }
            }
            return found
        }
    }

    /// Neither constraints nor references are looked at: what the row says beside the id is of no importance.
    private func fill(_ columns: [Column], without filled: Set<String>) async throws {
        let words = try await firstWords()
        let tables = Dictionary(grouping: columns, by: \.table).filter { table in
            table.value.contains { $0.isOfPersons && !filled.contains($0.place) }
        }
        try await pool.transaction { tx in
            try await tx.execute("SET LOCAL session_replication_role = replica")
            for (table, columns) in tables {
                for check in try await checks(of: table, tx) { try await tx.execute("ALTER TABLE \(unescaped: table) DROP CONSTRAINT \(unescaped: check)") }
                let given = columns.filter { $0.isNeeded || $0.isOfPersons || $0.type == "bytea" }
                let names = given.map { "\"\($0.name)\"" }.joined(separator: ", ")
                let values = try given.map { try value(of: $0, words) }.joined(separator: ", ")
                try await tx.execute("INSERT INTO \(unescaped: table) (\(unescaped: names)) VALUES (\(unescaped: values))")
            }
        }
    }

    private func checks(of table: String, _ tx: Transaction) async throws -> [String] {
        try await tx.query("SELECT conname::text FROM pg_constraint WHERE contype = 'c' AND conrelid = \(table)::regclass").map { try $0[0] }
    }

    /// The first of the words that a column's CHECK lets in, by the column's place.
    private func firstWords() async throws -> [String: String] {
        let rows = try await pool.withConnection {
            try await $0.query("SELECT conrelid::regclass::text AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE contype = 'c'")
        }
        var words: [String: String] = [:]
        for row in rows {
            let (table, text): (String, String) = (try row["name"], try row["text"])
            for match in text.matches(of: /\(*(\w+) = ANY \(ARRAY\['([^']+)'/) { words["\(table).\(match.1)"] = String(match.2) }
        }
        return words
    }

    private func value(of column: Column, _ words: [String: String]) throws -> String {
        switch (column.isOfPersons, column.type) {
        case (true, "_uuid"): "ARRAY['\(person)'::uuid]"
        // As the kit spells who sent a request.
        case (true, _) where column.name == "caller": "'user \(person)'"
        case (true, _): "'\(person)'"
        // The same of all, so that what belongs together does.
        case (_, "uuid"): "'00000000-0000-4000-8000-000000000001'"
        case (_, "text"): "'\(words[column.place] ?? (column.name == "role" ? "patient" : "x"))'"
        case (_, "int4"), (_, "int8"), (_, "float8"): "0"
        case (_, "bool"): "false"
        // Ahead of every test's clock: what is to come is what an erasure ends.
        case (_, "timestamptz"): "'2100-01-01'"
        case (_, "bytea"): "'\\x00'"
        case (_, "jsonb"): "'{}'"
        case (_, let type) where type.hasPrefix("_"): "'{}'"
        default: throw Unknown(description: "\(column.place): no value of type \(column.type)")
        }
    }

    private struct Unknown: Error, CustomStringConvertible {
        let description: String
    }

    // MARK: What docs/operators.md says

    /// The tables of which its section "Erasure" says that something is left in this service.
    package static func documented(_ service: String) throws -> Set<String> {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: checkout.appendingPathComponent("docs/operators.md"), encoding: .utf8)
        let section = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Erasure\n") })
        let cells = section.split(separator: "\n").filter { $0.hasPrefix("|") }.map { $0.split(separator: "|")[0] }
        let rows = cells.filter { $0.contains(service) || $0.contains("every service") }
        return Set(rows.flatMap { $0.matches(of: /`(\w+)`/).map { String($0.1) } })
    }

    /// Fails unless exactly these are left, each in a table that the page names.
    package func expect(
        _ service: String, keeps: Set<String>, sourceLocation: SourceLocation = #_sourceLocation, erase: () async throws -> Void
    ) async throws {
        let left = try await left(by: erase)
        #expect(left == keeps, "unlike what is kept: \(left.symmetricDifference(keeps).sorted())", sourceLocation: sourceLocation)
        let unsaid = Set(left.map { String($0.prefix { $0 != "." }) }).subtracting(try Self.documented(service))
        #expect(unsaid.isEmpty, "docs/operators.md, Erasure, does not say why", sourceLocation: sourceLocation)
    }

    /// The same for a service that hears of it.
    package func expect(_ service: String, keeps: Set<String>, heardBy consumers: [Consumer], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await expect(service, keeps: keeps, sourceLocation: sourceLocation) {
            let event = try ReceivedEvent(UserDeleted(userId: person, version: 2, deletedAt: Date()))
            for consumer in consumers where consumer.types?.contains(event.type) == true { _ = try await consumer.apply(event, on: pool) }
        }
    }
}
