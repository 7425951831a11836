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
        let cut = versions.count < kept.count ? kept[versions.count].number : nil
        let events = zip(kept, versions).compactMap { kept, version -> Event? in
            guard reaches[kept.change.type]?.holds(version) ?? false else { return nil }
            return Event(kept: kept, version: content == .fullResource && kept.change.change != .deleted ? version : nil)
        }
        if content == .fullResource {
            AccessTrail.current?.found(
                events.map { AccessEvent.Thing(action: .read, type: $0.kept.change.type, id: $0.kept.change.id, version: $0.kept.change.version) },
                count: events.count)
        }
        return (events, cut)
    }
}
