import CareModels
import Postgres

/// Which record a write is for.
enum RecordTarget: Sendable {
    case id(String)
    /// The one that a search finds among those that the caller may find.
    case found(SearchQuery, by: FindResources)
}

extension RecordWriter {
    /// The one record that a search finds; nil when it finds none. Under the person's lock, so that what is written by it is written once, however many ask at the same
    /// time.
    func match(_ query: SearchQuery, by find: FindResources, _ tx: Transaction) async throws -> RecordVersion? {
        var query = query
        query.page = RecordPage(limit: 2)
        query.wantsTotal = false
        let found = try await find(query, key, tx, overlay).page.filter { $0.body != nil }
        for each in found { touched.add(.read, .resources(each.record.type, find.release, owner), each.id, version: each.version) }
        guard found.count < 2 else { throw Refusal.severalMatches }
        return found.first
    }

    /// Throws when there is none.
    func id(of target: RecordTarget, in place: RecordPlace, _ tx: Transaction) async throws -> String {
        switch target {
        case .id(let id): return id
        case .found(let query, let find):
            guard let found = try await match(query, by: find, tx) else { throw Refusal.noSuch(place.thing) }
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
