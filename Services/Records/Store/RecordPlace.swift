import CareModels
import CareService

/// Where records are: whose, in which format, of which type.
struct RecordPlace: Sendable {
    var owner: UserID
    var format: RecordFormat
    var type: String

    static let appDataType = "AppData"

    /// The blind index that stands for an id here.
    func address(of id: String, _ key: PersonKey) -> [UInt8] { key.blindIndex("\(format.rawValue) \(type) \(id)", of: "records address") }
}

extension PersonKey {
    func terms(_ words: [String]) -> [[UInt8]] { words.map { blindIndex($0, of: "records annotation") } }

    func sealBody(_ body: [UInt8], of record: RecordID, version: Int) throws -> [UInt8] {
        try seal(body, at: "record_versions body \(record) \(version)")
    }

    func openBody(_ body: [UInt8], of record: RecordID, version: Int) throws -> [UInt8] {
        try open(body, at: "record_versions body \(record) \(version)")
    }
}
