import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// A resource as a search sees it, opened. The version that it is of stays, whatever is written later.
final class IndexedRecord: Sendable, SearchedResource {
    let id: RecordID
    let type: String
    let version: Int
    let status: RecordStatus
    /// Milliseconds since 1970.
    let createdAt: Int64
    let updatedAt: Int64
    let change: Int
    /// A deleted one has nothing to be found by.
    let index: SearchIndex

    init(id: RecordID, type: String, version: Int, status: RecordStatus, createdAt: Int64, updatedAt: Int64, change: Int, index: SearchIndex) {
        self.id = id
        self.type = type
        self.version = version
        self.status = status
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.change = change
        self.index = index
    }

    /// What clients call it.
    var fhirID: String { index.id ?? id.description }

    /// In memory, about.
    var cost: Int { index.bytes.count + 228 }
}

/// A row that a search reads.
struct SearchedRow {
    let id: RecordID
    let type: String
    let version: Int
    let status: RecordStatus
    let createdAt: Int64
    let updatedAt: Int64
    let change: Int
    let sealed: [UInt8]?

    static let columns = "r.record_id, r.type, r.version, r.status, r.created_at, r.updated_at, r.change, r.search"
    /// SQL: how long its index is, out of `columns`.
    static let length: SQL = "octet_length(search)"

    init(_ row: Row) throws {
        id = try row[0]
        type = try row[1]
        version = try row[2]
        status = try row[3]
        createdAt = Self.milliseconds(try row[4])
        updatedAt = Self.milliseconds(try row[5])
        change = try row[6]
        sealed = try row[7]
    }

    func opened(_ index: SearchIndex, _ types: Set<String>) -> IndexedRecord {
        // One string for all of a type.
        let type = types.firstIndex(of: type).map { types[$0] } ?? type
        return IndexedRecord(
            id: id, type: type, version: version, status: status, createdAt: createdAt, updatedAt: updatedAt, change: change, index: index)
    }

    /// In bytes of its index, about; of one that has to be made from its body, what it may be (`SearchIndex.tooLarge`), or is as a rule.
    var weight: Int {
        guard let sealed else { return 64 << 10 }
        return sealed.count < 64 ? 2 << 20 : sealed.count + 228
    }

    static func milliseconds(_ date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }
}

/// How a person's rows are opened, whoever wrote them.
struct SearchOpening: Sendable {
    let release: FHIRRelease
    let key: PersonKey
    /// Of this server's resources.
    let base: String

    /// So many bodies are opened at once, of rows that have no index.
    private static let bodies = 50
    /// Bytes of indexes that are in memory at once of rows that were read together.
    private static let piece = 16 << 20

    /// Rows that were read together, in their order, a piece after the other: a row may be a thousand times as much as most are.
    func pieces(_ rows: [SearchedRow]) -> [ArraySlice<SearchedRow>] { Self.pieces(rows.map(\.weight), most: Self.piece).map { rows[$0] } }

    /// Each is at most so much, unless it is one alone.
    static func pieces(_ weights: [Int], most: Int) -> [Range<Int>] {
        var pieces: [Range<Int>] = []
        var (start, sum) = (0, 0)
        for (place, weight) in weights.enumerated() {
            if sum + weight > most, place > start {
                pieces.append(start..<place)
                (start, sum) = (place, 0)
            }
            sum += weight
        }
        return weights.isEmpty ? [] : pieces + [start..<weights.count]
    }

    /// Rows without an index are made one from their bodies.
    func records(_ rows: some Collection<SearchedRow>, _ runner: some PostgresRunner) async throws -> [IndexedRecord] {
        var records: [IndexedRecord] = []
        records.reserveCapacity(rows.count)
        var unindexed: [SearchedRow] = []
        for row in rows {
            if row.status == .deleted {
                records.append(row.opened(SearchIndex(id: nil, []), release.types))
            } else if let index = try row.sealed.flatMap({ try key.openSearch($0, of: row.id, version: row.version) }) {
                records.append(row.opened(index, release.types))
            } else {
                unindexed.append(row)
            }
        }
        for start in stride(from: 0, to: unindexed.count, by: Self.bodies) {
            try Task.checkCancellation()
            records += try await made(unindexed[start..<min(start + Self.bodies, unindexed.count)], runner)
        }
        return records
    }

    private func made(_ rows: ArraySlice<SearchedRow>, _ runner: some PostgresRunner) async throws -> [IndexedRecord] {
        let wanted = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        var records: [IndexedRecord] = []
        var rest = rows.map { (id: $0.id, version: $0.version) }
        while !rest.isEmpty {
            // No more of them at once than a page of bodies: they are whole, with what the release before left in them.
            let found = try await runner.bodies(rest, of: key.person, key)
            for version in found {
                guard let row = wanted[version.record.id], let body = version.body else { continue }
                let values = try ResourceSearchValues(body, version.annotations, release, base: base)
                records.append(row.opened(SearchIndex(id: version.head.id, values.all), release.types))
            }
            // What is no more there is no more looked for.
            guard let last = found.last, let place = rest.firstIndex(where: { $0.id == last.record.id }) else { break }
            rest.removeFirst(place + 1)
        }
        return records
    }
}
