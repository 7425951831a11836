import CareModels
import Foundation

/// What became of each of what was asked of app data at once.
struct AppDataResultsView: Encodable, Sendable {
    var items: [AppDataResultView]
}

struct AppDataResultView: Encodable, Sendable {
    var status: Int
    var record: RecordView?
    /// Of a deletion.
    var version: Int?
    /// In base64.
    var data: String?
    /// Of the problem, when it was refused.
    var type: String?
    var detail: String?

    init(status: Int, record: RecordView? = nil, version: Int? = nil, data: [UInt8]? = nil, type: String? = nil, detail: String? = nil) {
        self.status = status
        self.record = record
        self.version = version
        self.data = data.map { Data($0).base64EncodedString() }
        self.type = type
        self.detail = detail
    }
}
