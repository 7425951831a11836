import CareModels
import FHIR
import Foundation

/// An export of whole records as it was asked for.
struct RecordExport: Sendable {
    /// Who asked: a person, or a machine, which is its client alone.
    struct Caller: Equatable, Sendable {
        var user: UserID?
        var client: String
    }

    var id: ExportID
    /// Nil: everybody's.
    var owner: UserID?
    var caller: Caller
    var release: FHIRRelease
    var types: [String]
    var since: Date?
    /// The address that was asked for.
    var request: String
    /// Resources are given as they were at this instant.
    var at: Date
    var expiresAt: Date
}

enum Export {}
typealias ExportID = ID<Export>

/// A file of an export: resources of a type, in a range of records.
struct ExportFile: Equatable, Sendable {
    /// So many resources a file has at most.
    static let most = 50_000

    var number: Int
    var type: String
    var behind: RecordID?
    var until: RecordID
    var resources: Int
}

/// Puts records into files as they are found, in the order of their ids.
struct ExportFiling: Sendable {
    /// The last file of each type, which may have room yet.
    private var open: [String: ExportFile]
    private var next: Int
    /// Those that are new or have grown.
    private(set) var changed: [Int: ExportFile] = [:]

    init(_ files: [ExportFile]) {
        open = Dictionary(files.map { ($0.type, $0) }, uniquingKeysWith: { $0.number > $1.number ? $0 : $1 })
        next = (files.map(\.number).max() ?? 0) + 1
    }

    mutating func add(_ record: RecordID, _ type: String) {
        var file = open[type]
        if file.map({ $0.resources >= ExportFile.most }) ?? true {
            file = ExportFile(number: next, type: type, behind: file?.until, until: record, resources: 0)
            next += 1
        }
        guard var file else { return }
        file.until = record
        file.resources += 1
        open[type] = file
        changed[file.number] = file
    }
}
