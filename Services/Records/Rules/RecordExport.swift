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
    /// Nil: everybody's, or those of `persons`.
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
    /// It says what was deleted since, too. One that the release before has begun says nothing of it.
    var namesDeletions = false
    /// Where it is of nobody in particular: whose records it has. Nil: everybody's. One that is erased is none of them any more.
    var persons: [UserID]?
}

enum Export {}
typealias ExportID = ID<Export>

/// A file of an export: resources of a type, or which of them were deleted, in a range of records.
struct ExportFile: Equatable, Sendable {
    /// So many resources a file has at most.
    static let most = 50_000

    var number: Int
    var type: String
    var behind: RecordID?
    var until: RecordID
    var resources: Int
    var isOfDeletions = false
}

/// Puts records into files as they are found, in the order of their ids.
struct ExportFiling: Sendable {
    private struct Kind: Hashable {
        var type: String
        var isOfDeletions: Bool

        init(_ file: ExportFile) { (type, isOfDeletions) = (file.type, file.isOfDeletions) }
    }

    /// The last file of each kind, which may have room yet.
    private var open: [Kind: ExportFile]
    private var next: Int
    /// Those that are new or have grown.
    private(set) var changed: [Int: ExportFile] = [:]

    init(_ files: [ExportFile]) {
        open = Dictionary(files.map { (Kind($0), $0) }, uniquingKeysWith: { $0.number > $1.number ? $0 : $1 })
        next = (files.map(\.number).max() ?? 0) + 1
    }

    mutating func add(_ record: RecordID, _ type: String, isDeletion: Bool = false) {
        let begun = ExportFile(number: next, type: type, behind: nil, until: record, resources: 0, isOfDeletions: isDeletion)
        let kind = Kind(begun)
        var file = open[kind] ?? begun
        if file.resources >= ExportFile.most {
            let full = file
            file = begun
            file.behind = full.until
        }
        if file.number == next { next += 1 }
        file.until = record
        file.resources += 1
        open[kind] = file
        changed[file.number] = file
    }
}
