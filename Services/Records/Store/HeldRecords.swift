import CareModels
import FHIR
import Postgres
import Sealing

// Single resources, within what somebody may do with those of their type. What is out of that is not there.
extension PostgresRunner {
    /// The current version as it lies there.
    func storedCurrent(_ id: String, in place: RecordPlace, within reach: RecordReach, _ key: PersonKey) async throws -> RecordVersion? {
        guard let stored = try await storedCurrent(id, in: place, key) else { return nil }
        return try await isHeld(stored, in: place, within: reach, key) ? stored : nil
    }

    /// Another version: where not everything is within reach, the one that is current has to be so too, since on what a resource is now it depends whether there is
    /// anything to tell of what it was.
    func storedVersion(_ version: Int, of id: String, in place: RecordPlace, within reach: RecordReach, _ key: PersonKey) async throws -> RecordVersion? {
        if reach != .everything, try await storedCurrent(id, in: place, within: reach, key) == nil { return nil }
        guard let stored = try await storedVersion(version, of: id, in: place, key) else { return nil }
        return try await isHeld(stored, in: place, within: reach, key) ? stored : nil
    }

    /// A Binary under another resource's rules is held where that one is, as it is now.
    func isHeld(_ version: RecordVersion, in place: RecordPlace, within reach: RecordReach, _ key: PersonKey) async throws -> Bool {
        if reach == .everything { return true }
        guard reach.holdsItself(version.body, version.annotations) else { return false }
        guard let permissions = reach.contexts, let release = place.release, let context = SecurityContext(of: version.body) else { return true }
        // What it stands under is nowhere here.
        guard release.hasType(context.type) else { return false }
        let reachOfContext = try permissions.reach(.read, context.type)
        if reachOfContext.categories == nil, reachOfContext.portions == nil { return true }
        let stored = try await storedCurrent(context.id, in: .resources(context.type, release, place.owner), key)
        return stored.map { reachOfContext.holdsItself($0.body, $0.annotations) } ?? false
    }

    /// Of a deleted one, what it was before; nil when there is none at all.
    func lastLiving(_ id: String, in place: RecordPlace, _ key: PersonKey) async throws -> RecordVersion? {
        let row = try await first(
            """
            SELECT \(unescaped: RecordVersion.columns) FROM records r JOIN record_versions v ON v.record_id = r.record_id
            WHERE r.owner_id = \(place.owner) AND r.address = \(place.address(of: id, key)) AND v.body IS NOT NULL ORDER BY v.version DESC LIMIT 1
            """)
        return try row.map { try RecordVersion($0, key) }
    }

    /// Those of a page whose record is within reach as it is now, too.
    func heldNow(_ page: VersionPage, within reaches: [String: RecordReach], _ key: PersonKey) async throws -> VersionPage {
        let older = page.versions.filter { $0.version != $0.record.version && reaches[$0.record.type] != .everything }
        guard !older.isEmpty else { return page }
        let current = Dictionary(older.map { ($0.record.id, $0.record.version) }, uniquingKeysWith: max)
        let held = try await held(current.map { (id: $0.key, version: $0.value) }, within: reaches, key)
        return page.filtered { version in
            version.version == version.record.version || reaches[version.record.type] == .everything || held.contains(version.record.id)
        }
    }

    /// Which of these versions are within reach, some at a time, so that no more than a page of bodies is in memory.
    func held(_ versions: [(id: RecordID, version: Int)], within reaches: [String: RecordReach], _ key: PersonKey) async throws -> Set<RecordID> {
        var (held, rest): (Set<RecordID>, [(id: RecordID, version: Int)]) = ([], versions)
        while !rest.isEmpty {
            try Task.checkCancellation()
            let read = try await bodies(rest, of: key.person, key)
            for version in read where reaches[version.record.type]?.holds(version) ?? false { held.insert(version.record.id) }
            // What is no more there is no more looked for.
            guard let last = read.last, let place = rest.firstIndex(where: { $0.id == last.record.id }) else { break }
            rest.removeFirst(place + 1)
        }
        return held
    }
}
