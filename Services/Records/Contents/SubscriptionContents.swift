import CareModels
import FHIR
import Postgres
import Sealing

/// What a subscription's events hold, for somebody.
enum SubscriptionContents {
    struct Event: Sendable {
        var kept: KeptChange
        /// The resource as the change left it, where that is asked for and there is one.
        var version: RecordVersion?
    }

    /// Those that the caller may see; and the number of the first that the Bundle has no room for.
    static func events(
        _ kept: [KeptChange], _ content: SubscriptionTerms.Content, _ access: RecordAccess, _ key: PersonKey, _ connection: PostgresConnection
    ) async throws -> (events: [Event], cut: Int?) {
        let reaches = Dictionary(Set(kept.map(\.change.type)).compactMap { type in (try? access.permissions.reach(.read, type)).map { (type, $0) } }) { $1 }
        guard content == .fullResource || reaches.values.contains(where: { $0 != .everything }) else {
            return (kept.filter { reaches[$0.change.type] != nil }.map { Event(kept: $0) }, nil)
        }
        let versions = try await connection.bodies(kept.map { ($0.change.record, $0.change.shownVersion) }, of: access.owner, key)
        let (pairs, cut) = Self.paired(kept, versions)
        let held = try await Self.heldNow(pairs, reaches, key, connection)
        var events: [Event] = []
        for (kept, version) in pairs where reaches[kept.change.type]?.holds(version) ?? false {
            guard kept.change.change == .deleted || reaches[kept.change.type] == .everything || held.contains(kept.change.record) else { continue }
            var shown: RecordVersion?
            if content == .fullResource, kept.change.change != .deleted { shown = try await connection.whole(version, key) }
            events.append(Event(kept: kept, version: shown))
        }
        if content == .fullResource {
            AccessTrail.current?.found(
                events.map { AccessEvent.Thing(action: .read, type: $0.kept.change.type, id: $0.kept.change.id, version: $0.kept.change.version) },
                count: events.count)
        }
        return (events, cut)
    }

    /// Each change with its version, which may be gone; and the number of the first that was not read any more.
    private static func paired(_ kept: [KeptChange], _ versions: [RecordVersion]) -> (pairs: [(KeptChange, RecordVersion)], cut: Int?) {
        var (pairs, rest): ([(KeptChange, RecordVersion)], ArraySlice<RecordVersion>) = ([], versions[...])
        for each in kept {
            guard let version = rest.first else { return (pairs, pairs.isEmpty ? nil : each.number) }
            guard version.record.id == each.change.record, version.version == each.change.shownVersion else { continue }
            pairs.append((each, version))
            rest = rest.dropFirst()
        }
        return (pairs, nil)
    }

    /// Those that are within reach as they are now: on that it depends whether there is anything to tell of what they were.
    private static func heldNow(
        _ pairs: [(KeptChange, RecordVersion)], _ reaches: [String: RecordReach], _ key: PersonKey, _ connection: PostgresConnection
    ) async throws -> Set<RecordID> {
        let asked = pairs.filter { $0.0.change.change != .deleted && reaches[$0.0.change.type] != .everything }
        let (old, current) = (asked.filter { $0.1.version != $0.1.record.version }, asked.filter { $0.1.version == $0.1.record.version })
        let versions = Dictionary(old.map { ($0.1.record.id, $0.1.record.version) }, uniquingKeysWith: max)
        let held = try await connection.held(versions.map { (id: $0.key, version: $0.value) }, within: reaches, key)
        return held.union(current.filter { reaches[$0.0.change.type]?.holds($0.1) ?? false }.map(\.1.record.id))
    }
}
