import CareModels
import Foundation
import Postgres
import Sealing

/// A row of `records`, sealed as it is.
struct StoredRecord: Sendable {
    var id: RecordID
    var format: RecordFormat
    var type: String
    var version: Int
    var status: RecordStatus
    var createdAt: Date
    var updatedAt: Date
    var head: [UInt8]?
    var measurements: Measurements

    static let columns = """
        r.record_id, r.format, r.type, r.version, r.status, r.created_at, r.updated_at, r.head, r.observations, r.is_observed
        """

    init(_ row: Row) throws {
        id = try row[0]
        format = try row[1]
        type = try row[2]
        version = try row[3]
        status = try row[4]
        createdAt = try row[5]
        updatedAt = try row[6]
        head = try row[7]
        measurements = Measurements(events: try row[8], isObserved: try row[9])
    }
}

extension RecordFormat: PostgresDecodable {}

extension RecordStatus: PostgresEncodable, PostgresDecodable {}

/// A record without its contents, opened.
struct RecordSummary: Sendable {
    var record: StoredRecord
    var head: RecordHead

    init(_ row: Row, _ key: PersonKey) throws {
        record = try StoredRecord(row)
        head = try RecordHead(opening: record.head, of: record.id, key)
    }

    init(_ version: RecordVersion) { (record, head) = (version.record, version.head) }
}

/// One version of a record, opened.
struct RecordVersion: Sendable {
    var record: StoredRecord
    var head: RecordHead
    var version: Int
    var writtenAt: Date
    /// Nil: this version deleted it. As it lies in the database; with what was taken out of it after `PostgresRunner.whole`.
    var body: [UInt8]?
    /// What was taken out of the body, and is not back.
    var cuts: [Cut] = []
    /// The one before deleted it: known in histories.
    var beginsAnew = false

    /// What clients call it.
    var id: String { head.id ?? record.id.description }
    var annotations: [String] { head.annotations ?? [] }

    static let columns = StoredRecord.columns + ", v.version AS body_version, v.written_at, v.body, v.contents, v.lifted"

    static func cutsPlace(_ record: RecordID, _ version: Int) -> String { "record_versions contents \(record) \(version)" }

    init(_ row: Row, _ key: PersonKey) throws {
        record = try StoredRecord(row)
        head = try RecordHead(opening: record.head, of: record.id, key)
        version = try row[10]
        writtenAt = try row[11]
        let sealed: [UInt8]? = try row[12]
        body = try sealed.map { [record, version] in try key.openBody($0, of: record.id, version: version) }
        let sealedCuts: [UInt8]? = try row["contents"]
        if let sealedCuts { cuts = try key.open(json: sealedCuts, at: Self.cutsPlace(record.id, version)) }
    }
}

extension RecordReach {
    func holds(_ found: RecordVersion) -> Bool { holds(found.body, found.annotations) }
}
