import CareModels
import Postgres

/// Which record a write is for.
enum RecordTarget: Sendable {
    case id(String)
    /// The one that a search finds among those that the caller may find.
    case found(SearchQuery, within: RecordReach)
}

extension RecordWriter {
    /// The one record that a search finds; nil when it finds none. Under the person's lock, so that what is written by it is written once, however many ask at the same
    /// time.
    func match(_ query: SearchQuery, in place: RecordPlace, within reach: RecordReach, _ tx: Transaction) async throws -> RecordVersion? {
        var query = query
        query.page = RecordPage(limit: 2)
        let found = try await tx.search(query, in: place, within: reach, key).page.versions.filter { $0.body != nil }
        guard found.count < 2 else { throw Refusal.severalMatches }
        return found.first
    }

    /// Throws when there is none.
    func id(of target: RecordTarget, in place: RecordPlace, _ tx: Transaction) async throws -> String {
        switch target {
        case .id(let id): return id
        case .found(let query, let reach):
            guard let found = try await match(query, in: place, within: reach, tx) else { throw Refusal.noSuch(place.thing) }
            return found.id
        }
    }
}

extension WrittenRecord {
    /// One that was there already, and stays as it is.
    init(_ found: RecordVersion) {
        self.init(
            record: found.record.id, id: found.id, version: found.version, at: found.writtenAt, createdAt: found.record.createdAt,
            status: found.record.status, annotations: found.annotations, body: found.body, isNew: false)
    }
}
