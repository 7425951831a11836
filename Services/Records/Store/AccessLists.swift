import CareModels
import Foundation
import Postgres

/// A list as far as it is made.
struct StoredAccessList: Sendable {
    var number: Int
    var begunAt: Date
    /// It goes on behind this person.
    var place: UserID?
    var pages = 0
    var chains = 0
    /// Over the pages so far.
    var hash: [UInt8]

    fileprivate static let columns = "list_id, begun_at, owner_id, pages, chains, hash"
}

extension StoredAccessList {
    fileprivate init(_ row: Row) throws {
        self.init(
            number: try row["list_id"], begunAt: try row["begun_at"], place: try row["owner_id"], pages: try row["pages"], chains: try row["chains"],
            hash: try row["hash"])
    }
}

extension PostgresRunner {
    /// One that is finished.
    func accessList(_ number: Int) async throws -> StoredAccessList? {
        try await first(
            "SELECT \(unescaped: StoredAccessList.columns) FROM access_lists WHERE list_id = \(number) AND finished_at IS NOT NULL"
        ).map(StoredAccessList.init)
    }

    func accessListPage(_ page: Int, of number: Int) async throws -> [UInt8]? {
        try await first("SELECT heads FROM access_list_pages WHERE list_id = \(number) AND page = \(page)").map { try $0["heads"] }
    }
}

extension Transaction {
    func lockUnfinishedAccessList() async throws -> StoredAccessList? {
        try await first(
            "SELECT \(unescaped: StoredAccessList.columns) FROM access_lists WHERE finished_at IS NULL ORDER BY list_id LIMIT 1 FOR UPDATE"
        ).map(StoredAccessList.init)
    }

    func beginAccessList(at instant: Date) async throws -> StoredAccessList {
        let row = try await first("SELECT coalesce(max(list_id), 0) + 1 FROM access_lists")
        let number: Int = try row?[0] ?? 1
        let list = StoredAccessList(number: number, begunAt: instant, hash: AccessList.beginning(number, at: instant))
        try await execute("INSERT INTO access_lists (list_id, begun_at, hash) VALUES (\(number), \(instant), \(list.hash))")
        return list
    }

    /// The list with its last page.
    func save(_ list: StoredAccessList, _ page: [UInt8], finishedAt: Date?) async throws {
        try await batch([
            "INSERT INTO access_list_pages (list_id, page, heads) VALUES (\(list.number), \(list.pages - 1), \(page))",
            """
            UPDATE access_lists SET owner_id = \(finishedAt == nil ? list.place : nil), pages = \(list.pages), chains = \(list.chains), hash = \(list.hash),
                finished_at = \(finishedAt)
            WHERE list_id = \(list.number)
            """
        ])
    }

    /// Those that were finished before, whenever they were begun: of one that lay unfinished while nothing ran, the hash is told only now.
    func forgetAccessLists(finishedBefore instant: Date) async throws {
        try await batch([
            "DELETE FROM access_list_pages WHERE list_id IN (SELECT list_id FROM access_lists WHERE finished_at < \(instant))",
            "DELETE FROM access_lists WHERE finished_at < \(instant)"
        ])
    }
}
