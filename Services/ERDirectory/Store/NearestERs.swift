import Foundation
import Postgres

/// Where somebody looks for an emergency room, and how far is looked.
struct NearestSearch: Sendable {
    var position: Position
    /// Of open ones, and of those that may be closed.
    var limit: Int
    /// How many of the nearest are looked at, whatever their hours.
    var nearest: Int
    /// How far away open ones are looked for when too few of those are.
    var kilometres: Double
}

extension PostgresRunner {
    /// The nearest ones whatever their hours; when fewer than `limit` of them are open, open ones farther away too, through the index over the
    /// hours. So what is possibly closed is among the nearest, and what is open is the nearest open.
    func nearest(_ search: NearestSearch, now: Date) async throws -> [FoundER] {
        let near = ERSelection.nearest(to: search.position, limit: search.nearest)
        var found = try await self.found(near, now: now, from: search.position)
        guard found.count == search.nearest else { return found }
        var asked = 2 * search.limit
        for _ in 0..<mostRounds where found.count(where: { $0.moment.status == .open }) < search.limit {
            let open = ERSelection.possiblyOpen(near: search.position, within: search.kilometres, now: now, limit: asked)
            let farther = try await self.found(open, now: now, from: search.position)
            let known = Set(found.map(\.moment.id))
            found += farther.filter { !known.contains($0.moment.id) }
            if farther.count < asked { break }
            asked *= 4
        }
        return found
    }
}

/// Farther rounds stop here: more that may be open and are not, there are not around one place.
private let mostRounds = 5
