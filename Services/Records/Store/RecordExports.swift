import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// An export as it stands.
struct StoredExport: Sendable {
    var export: RecordExport
    /// Looked through up to this record.
    var passed: RecordID?
    var found: Int
    var doneAt: Date?

    fileprivate static let columns = """
        export_id, owner_id, user_id, client_id, format, types, since, request, at, expires_at, names_deletions, person_ids, passed, found, done_at
        """

    fileprivate init(_ row: Row) throws {
        let persons: [UUID]? = try row["person_ids"]
        export = RecordExport(
            id: try row["export_id"], owner: try row["owner_id"], caller: RecordExport.Caller(user: try row["user_id"], client: try row["client_id"]),
            release: try row["format"], types: try row["types"], since: try row["since"],
            request: try row["request"], at: try row["at"], expiresAt: try row["expires_at"], namesDeletions: try row["names_deletions"],
            persons: persons?.map { UserID($0) })
        passed = try row["passed"]
        found = try row["found"]
        doneAt = try row["done_at"]
    }
}

extension FHIRRelease: PostgresDecodable {
    /// A column has the format of its records.
    package init(postgres column: PostgresColumn) throws {
        guard let release = Self(try RecordFormat(postgres: column)) else { throw column.mismatch("FHIRRelease, which has no such format") }
        self = release
    }
}

extension ExportFile {
    fileprivate static let columns = "number, type, behind, until, resources, deletes, of_persons"

    /// What the column says of a file of deletions, which is no type of resource.
    fileprivate static let deletions = "Deletion"

    /// Likewise of some persons' resources: the release before, which would take them for everybody's, gives out no such file.
    fileprivate static let resourcesOfPersons = "Persons"

    fileprivate init(_ row: Row) throws {
        let deletes: String? = try row["deletes"]
        let ofPersons: String? = try row["of_persons"]
        let type: String = try row["type"]
        self.init(
            number: try row["number"], type: deletes ?? ofPersons ?? type, behind: try row["behind"], until: try row["until"], resources: try row["resources"],
            isOfDeletions: deletes != nil)
    }
}

extension PostgresRunner {
    /// Of the caller's own, unless it has expired.
    func export(_ id: ExportID, of caller: RecordExport.Caller, now: Date) async throws -> StoredExport? {
        let row = try await first(
            """
            SELECT \(unescaped: StoredExport.columns) FROM record_exports
            WHERE export_id = \(id) AND expires_at > \(now) AND \(Self.condition(caller))
            """)
        return try row.map { try StoredExport($0) }
    }

    func exportFiles(_ id: ExportID) async throws -> [ExportFile] {
        let rows = try await query("SELECT \(unescaped: ExportFile.columns) FROM record_export_files WHERE export_id = \(id) ORDER BY number")
        return try rows.map { try ExportFile($0) }
    }

    func exportFile(_ number: Int, of id: ExportID) async throws -> ExportFile? {
        let row = try await first(
            "SELECT \(unescaped: ExportFile.columns) FROM record_export_files WHERE export_id = \(id) AND number = \(number)")
        return try row.map { try ExportFile($0) }
    }

    fileprivate static func condition(_ caller: RecordExport.Caller) -> SQL {
        if let user = caller.user { return "user_id = \(user)" }
        return "user_id IS NULL AND client_id = \(caller.client)"
    }
}

/// What a step of the work on an export has found.
struct FoundForExport {
    var records: [(record: RecordID, type: String, isDeletion: Bool)] = []
    /// Nil: there was nothing to look through.
    var passed: RecordID?
    var isMore: Bool
}

extension Transaction {
    /// False when the caller has as many under way as they may.
    func insert(_ export: RecordExport, most: Int) async throws -> Bool {
        // One at a time of a caller, so that the count holds.
        let caller = export.caller.user.map(\.description) ?? export.caller.client
        try await execute("SELECT pg_advisory_xact_lock(hashtextextended(\("record export " + caller)::text, 0))")
        let inserted = try await execute(
            """
            INSERT INTO record_exports (export_id, owner_id, user_id, client_id, format, types, since, request, at, expires_at, names_deletions, person_ids)
            SELECT \(export.id)::uuid, \(export.owner)::uuid, \(export.caller.user)::uuid, \(export.caller.client)::text, \(export.release.format.rawValue)::text,
                \(export.types)::text[], \(export.since)::timestamptz, \(export.request)::text, \(export.at)::timestamptz, \(export.expiresAt)::timestamptz, \(export.namesDeletions)::boolean,
                \(export.persons?.map(\.uuid))::uuid[]
            WHERE (SELECT count(*) FROM record_exports WHERE expires_at > \(export.at)::timestamptz AND \(Self.condition(export.caller))) < \(most)
            """)
        return inserted == 1
    }

    /// Locked; nil when it is gone or done.
    func exportAtWork(_ id: ExportID) async throws -> StoredExport? {
        let row = try await first(
            "SELECT \(unescaped: StoredExport.columns) FROM record_exports WHERE export_id = \(id) AND done_at IS NULL FOR UPDATE")
        return try row.map { try StoredExport($0) }
    }

    /// Looks through the next records, by their ids: so many, however few of them are the export's. What each was at the export's instant decides: what has
    /// changed since then is looked up.
    func found(_ export: RecordExport, behind: RecordID?, lookingThrough most: Int) async throws -> FoundForExport {
        let ofTypes: SQL = "type = ANY(\(export.types)::text[])"
        var conditions: [SQL] = ["l.is_of_types", "l.created_at <= \(export.at)"]
        if let since = export.since { conditions.append("coalesce(earlier.written_at, l.updated_at) >= \(since)") }
        if !export.namesDeletions { conditions.append("NOT coalesce(earlier.is_deletion, l.status = 'deleted')") }
        var places: [SQL] = ["format = \(export.release.format.rawValue)"]
        // Everybody's lie in no order of types.
        if let owner = export.owner { places += ["owner_id = \(SQL.unnamed(owner))", ofTypes] }
        if let persons = export.persons { places += ["owner_id = \(SQL.unnamed(anyOf: persons))", ofTypes] }
        if let behind { places.append("record_id > \(behind)") }
        let rows = try await query(
            """
            WITH looked AS MATERIALIZED (
                SELECT record_id, type, status, created_at, updated_at, \(ofTypes) AS is_of_types FROM records
                WHERE \(SQL.join(places, separator: " AND ")) ORDER BY record_id LIMIT \(most)
            ), judged AS (
                SELECT l.record_id, l.type, (\(SQL.join(conditions, separator: " AND "))) AS is_wanted,
                    coalesce(earlier.is_deletion, l.status = 'deleted') AS is_deletion
                FROM looked l LEFT JOIN LATERAL (
                    SELECT v.written_at, v.body IS NULL AS is_deletion FROM record_versions v
                    WHERE l.updated_at > \(export.at) AND v.record_id = l.record_id AND v.written_at <= \(export.at) ORDER BY v.version DESC LIMIT 1
                ) AS earlier ON true
            ), last AS (SELECT record_id FROM looked ORDER BY record_id DESC LIMIT 1)
            SELECT record_id, type, is_wanted, is_deletion, (SELECT count(*) FROM looked) AS looked FROM judged
            WHERE is_wanted OR record_id = (SELECT record_id FROM last) ORDER BY record_id
            """)
        let looked: Int = try rows.last?["looked"] ?? 0
        var found = FoundForExport(passed: try rows.last?["record_id"], isMore: looked == most)
        for row in rows where try row["is_wanted"] { found.records.append((try row["record_id"], try row["type"], try row["is_deletion"])) }
        return found
    }

    func save(_ files: some Collection<ExportFile>, of export: RecordExport, passed: RecordID?, found: Int, doneAt: Date?) async throws {
        let id = export.id
        let written = files.map { file -> SQL in
            let isOfPersons = export.persons != nil && !file.isOfDeletions
            let type = file.isOfDeletions ? ExportFile.deletions : isOfPersons ? ExportFile.resourcesOfPersons : file.type
            return """
                INSERT INTO record_export_files (export_id, number, type, behind, until, resources, deletes, of_persons)
                VALUES (\(id), \(file.number), \(type), \(file.behind), \(file.until), \(file.resources), \(file.isOfDeletions ? file.type : nil),
                    \(isOfPersons ? file.type : nil))
                ON CONFLICT (export_id, number) DO UPDATE SET until = excluded.until, resources = excluded.resources
                """
        }
        let progress: SQL = "UPDATE record_exports SET passed = \(passed), found = \(found), done_at = \(doneAt) WHERE export_id = \(id)"
        try await batch(written + [progress])
    }

    /// False when there is none of the caller's.
    func deleteExport(_ id: ExportID, of caller: RecordExport.Caller) async throws -> Bool {
        try await execute("DELETE FROM record_exports WHERE export_id = \(id) AND \(Self.condition(caller))") > 0
    }

    /// So many whose time is over, at most.
    func deleteExpiredExports(now: Date, _ most: Int) async throws -> Int {
        try await deleteBatch(from: "record_exports", where: "expires_at <= \(now)", by: "expires_at", most: most)
    }

    /// Of a person: those of their records, and those that they asked for. Of what has others' records too they are taken out.
    func eraseExports(of person: UserID) async throws {
        try await batch([
            "DELETE FROM record_exports WHERE owner_id = \(person) OR user_id = \(person)",
            // In one order, since others who are erased may be in the same ones.
            "SELECT 1 FROM record_exports WHERE \(person)::uuid = ANY(person_ids) ORDER BY export_id FOR NO KEY UPDATE",
            "UPDATE record_exports SET person_ids = array_remove(person_ids, \(person)::uuid) WHERE \(person)::uuid = ANY(person_ids)"
        ])
    }
}
