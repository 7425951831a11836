import Foundation
import Postgres

/// What lies sealed under a master key itself, a row for each: sealed anew when there is another one.
struct SealedColumn: Sendable {
    let table: String
    let column: String

    static let factors = SealedColumn(table: "factors", column: "sealed_secret")
    static let mails = SealedColumn(table: "mails", column: "sealed_mail")
}

extension Transaction {
    /// Those that these keys seal, behind one, in the order of their ids; kept from being used meanwhile.
    func locked<R>(_ sealed: SealedColumn, by earlier: [String], after id: UUID?, limit: Int, _ read: (Row) throws -> R) async throws -> [R] {
        let behind: SQL = id.map { "AND id > \($0)" } ?? ""
        return try await query(
            """
            SELECT * FROM \(unescaped: sealed.table) WHERE master_key_id = ANY(\(earlier)::text[]) \(behind)
            ORDER BY id LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """
        ).map(read)
    }

    /// How it is sealed; the rest stays.
    func reseal(_ sealed: SealedColumn, of id: UUID, _ bytes: [UInt8], by masterKey: String) async throws {
        try await execute(
            "UPDATE \(unescaped: sealed.table) SET \(unescaped: sealed.column) = \(bytes), master_key_id = \(masterKey) WHERE id = \(id)")
    }
}
