import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// A resource of an export, or its deletion, sealed.
struct ExportedRecord: Sendable {
    /// So many are read at once, and so many bytes of them.
    static let page = 1000
    static let mostBytes = 8 << 20

    var id: RecordID
    var owner: UserID
    /// The version as of the export's instant; nil: there was none by then.
    var version: Int?
    /// Which is the newest by now.
    var current: Int
    /// Nil: by then it was not what the file has.
    private var row: Row?
    private var hasBody: Bool

    fileprivate init(_ row: Row) throws {
        (id, owner, version, current) = (try row["record_id"], try row["owner_id"], try row["then_version"], try row["version"])
        let isWanted: Bool? = try row["is_wanted"]
        if isWanted == true { self.row = row }
        let body: [UInt8]? = try row["body"]
        hasBody = body != nil
    }

    /// Nil: there was none by then, or it was deleted.
    func opened(_ key: PersonKey) throws -> RecordVersion? { try row.map { try RecordVersion($0, key) } }

    /// Of a deletion, what was deleted, where that was within reach before; nil: it was not, or it was not deleted.
    func deleted(within reach: RecordReach, _ key: PersonKey) throws -> String? {
        guard let row else { return nil }
        if reach != .everything {
            guard hasBody, reach.holds(try RecordVersion(row, key)) else { return nil }
        }
        return try RecordHead(opening: row["head"], of: id, key).id ?? id.description
    }
}

extension PostgresRunner {
    /// What a file has behind a record, as it was at the export's instant, in the order of the records' ids. Nothing: the file has ended.
    ///
    /// Of deletions what each was before is read only where it depends on that whether they are told: not within a reach that is everything.
    func exported(_ file: ExportFile, of export: RecordExport, behind: RecordID?, within reach: RecordReach) async throws -> [ExportedRecord] {
        var conditions: [SQL] = ["format = \(export.release.format.rawValue)", "type = \(file.type)", "record_id <= \(file.until)", "created_at <= \(export.at)"]
        if let owner = export.owner { conditions.append("owner_id = \(SQL.unnamed(owner))") }
        if let persons = export.persons { conditions.append("owner_id = \(SQL.unnamed(anyOf: persons))") }
        if let behind { conditions.append("record_id > \(behind)") }
        if let since = export.since { conditions.append("updated_at >= \(since)") }
        if file.isOfDeletions { conditions.append("(status = 'deleted' OR updated_at > \(export.at))") }
        let selection: SQL = """
            SELECT \(unescaped: RecordVersion.columns), r.owner_id, \(Self.stated(file, export))
            FROM (SELECT * FROM records WHERE \(SQL.join(conditions, separator: " AND ")) ORDER BY record_id LIMIT \(ExportedRecord.page)) AS r
            \(Self.versions(file, export, reach))
            """
        let rows = try await query(.page(of: selection, in: "record_id", bytes: RecordVersion.weight, most: ExportedRecord.mostBytes))
        return try rows.map { try ExportedRecord($0) }
    }

    /// Which version it was at the export's instant, and whether the file has it as that.
    private static func stated(_ file: ExportFile, _ export: RecordExport) -> SQL {
        let version: SQL = file.isOfDeletions ? "d" : "v"
        let isNew: SQL = if let since = export.since { "\(version).written_at >= \(since)" } else { "true" }
        let isKind: SQL = file.isOfDeletions ? "d.is_deletion" : "v.body IS NOT NULL"
        return "\(version).version AS then_version, \(isKind) AND \(isNew) AS is_wanted"
    }

    /// `v`, whose body is read, and of deletions `d`, which they are.
    private static func versions(_ file: ExportFile, _ export: RecordExport, _ reach: RecordReach) -> SQL {
        guard file.isOfDeletions else {
            return """
                LEFT JOIN LATERAL (
                    SELECT * FROM record_versions v WHERE v.record_id = r.record_id AND v.written_at <= \(export.at) ORDER BY v.version DESC LIMIT 1
                ) AS v ON true
                """
        }
        let isBodyRead: SQL = reach == .everything ? "false" : "d.is_deletion"
        return """
            LEFT JOIN LATERAL (
                SELECT o.version, o.written_at, o.body IS NULL AS is_deletion FROM record_versions o
                WHERE o.record_id = r.record_id AND o.written_at <= \(export.at) ORDER BY o.version DESC LIMIT 1
            ) AS d ON true
            LEFT JOIN LATERAL (
                SELECT * FROM record_versions b WHERE \(isBodyRead) AND b.record_id = r.record_id AND b.version < d.version AND b.body IS NOT NULL
                ORDER BY b.version DESC LIMIT 1
            ) AS v ON true
            """
    }
}
