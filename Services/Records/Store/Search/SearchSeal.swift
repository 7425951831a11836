import CareModels
import FHIR
import Sealing

/// What a resource is found by, as it lies in its row.
struct SealedSearch: Sendable {
    var index: [UInt8]
    var terms: [Int64]
    /// The same, open.
    var opened: SearchIndex
}

extension PersonKey {
    func sealSearch(_ index: SearchIndex, of record: RecordID, version: Int, terms: [String]) throws -> SealedSearch {
        SealedSearch(index: try seal(index.stored, at: Self.searchPlace(record, version)), terms: searchTerms(terms), opened: index)
    }

    /// Nil when it has to be made from the body: it is of another form, or too large to be kept.
    func openSearch(_ sealed: [UInt8], of record: RecordID, version: Int) throws -> SearchIndex? {
        SearchIndex(try open(sealed, at: Self.searchPlace(record, version)))
    }

    func searchTerms(_ terms: [String]) -> [Int64] { terms.map(searchTerm) }

    /// 64 bits. Two of a person's may meet: what is found by them is looked at again.
    func searchTerm(_ term: String) -> Int64 {
        Int64(bitPattern: blindIndex(term, of: "records search").prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func searchPlace(_ record: RecordID, _ version: Int) -> String { place("records search ", record, version) }
}
