import CareModels
import FHIR
import Foundation
import Sealing

/// Where records are: whose, in which format, of which type.
struct RecordPlace: Sendable {
    var owner: UserID
    var format: RecordFormat
    var type: String

    static func appData(_ owner: UserID) -> RecordPlace { RecordPlace(owner: owner, format: .appData, type: "AppData") }

    static func resources(_ type: String, _ release: FHIRRelease, _ owner: UserID) -> RecordPlace {
        RecordPlace(owner: owner, format: release.format, type: type)
    }

    /// The blind index that stands for an id here.
    func address(of id: String, _ key: PersonKey) -> [UInt8] { key.blindIndex("\(format.rawValue) \(type) \(id)", of: "records address") }
}

extension PersonKey {
    /// What annotations are found by: each word folded, so that case, accents and the way they are encoded make no difference; and as it is
    /// written, which is all that the release before looks for.
    func terms(_ words: [String]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return words.flatMap { [Self.folded($0), $0] }.map(term).filter { seen.insert($0).inserted }
    }

    /// What finds a word: any of these. What the release before stored, and nobody has written since, is found by the word as it was written.
    func variants(of word: String) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        let spellings = [Self.folded(word), word, word.decomposedStringWithCanonicalMapping]
        return spellings.map(term).filter { seen.insert($0).inserted }
    }

    private func term(_ word: String) -> [UInt8] { blindIndex(word, of: "records annotation") }

    /// A word of marks alone stays as it is.
    private static func folded(_ word: String) -> String {
        let folded = SearchText.fold(word)
        return folded.isEmpty ? word : folded
    }

    func sealBody(_ body: [UInt8], of record: RecordID, version: Int) throws -> [UInt8] {
        try seal(body, at: Self.place("record_versions body ", record, version))
    }

    func openBody(_ body: [UInt8], of record: RecordID, version: Int) throws -> [UInt8] {
        try open(body, at: Self.place("record_versions body ", record, version))
    }

    /// Where something of a version lies, for its seal. Put together by hand, since a page is of many.
    static func place(_ column: String, _ record: RecordID, _ version: Int) -> String {
        var place = column
        place.reserveCapacity(column.utf8.count + 48)
        place += record.description
        place += " "
        place += String(version)
        return place
    }
}

extension RecordPlace {
    /// Nil for app data.
    var release: FHIRRelease? { FHIRRelease(format) }
}
