import CareModels
import FHIR

/// All of a person's resources of a release as searches see them, in memory: as they were after one of the person's writes.
struct PersonIndex: Sendable {
    /// Oldest first.
    private(set) var records: [IndexedRecord] = []
    /// Of each of them, beside each other: most are passed over by these alone.
    private(set) var signatures: [UInt64] = []
    /// The newest change that is in it.
    private(set) var change = -1
    /// In bytes of memory, about.
    private(set) var cost = 0
    /// What the Patient resources among them are called, by their records.
    private(set) var patients: [RecordID: String] = [:]

    /// What was written behind `change`, up to a later one.
    mutating func take(_ changed: [IndexedRecord], upTo latest: Int?) {
        change = max(change, latest ?? change)
        // A few are put in their places; many are sorted in.
        if changed.count <= 16 { changed.forEach { put($0) } } else { merge(changed) }
    }

    private mutating func put(_ record: IndexedRecord) {
        note(record)
        let place = lowerBound(record.id)
        if place < records.count, records[place].id == record.id {
            cost += record.cost - records[place].cost
            records[place] = record
            signatures[place] = record.index.signature
        } else {
            cost += record.cost
            records.insert(record, at: place)
            signatures.insert(record.index.signature, at: place)
        }
    }

    private mutating func merge(_ changed: [IndexedRecord]) {
        let newest = Dictionary(changed.map { ($0.id, $0) }) { $0.change > $1.change ? $0 : $1 }
        records.removeAll { newest[$0.id] != nil }
        records += newest.values
        newest.values.forEach { note($0) }
        records.sort { $0.id < $1.id }
        signatures = records.map(\.index.signature)
        cost = records.reduce(0) { $0 + $1.cost }
    }

    private mutating func note(_ record: IndexedRecord) {
        if record.type == "Patient" { patients[record.id] = record.status == .deleted ? nil : record.fhirID }
    }

    private func lowerBound(_ id: RecordID) -> Int {
        var (low, high) = (0, records.count)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
