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
    /// Of the problem, when it was refused: its name and its words, as apps know them from before `problem`.
    var type: String?
    var detail: String?
    /// All of it, as the operation alone would have been answered.
    var problem: ProblemDocument?

    init(status: Int, record: RecordView? = nil, version: Int? = nil, data: [UInt8]? = nil) {
        self.status = status
        self.record = record
        self.version = version
        self.data = data.map { Data($0).base64EncodedString() }
    }

    init(refused document: ProblemDocument) {
        self.init(status: document.type.status)
        type = document.type.name
        detail = document.detail?.string(in: document.language)
        problem = document
    }
}
