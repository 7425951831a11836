import CareModels
import Foundation

/// The nearest emergency room, with or without a network: the client keeps a copy of the directory, and works out by itself what is open.
public struct EmergencyRooms: Sendable {
    let core: Core
    let copy: ERCopy

    /// Those around a position, and how far to trust it.
    public struct Nearby: Equatable, Sendable {
        /// Open now by the hours that are known, nearest first.
        public var open: [Found]
        /// Nobody knows their hours of today, or the copy is too old to rely on: say "possibly closed, call ahead".
        public var possiblyClosed: [Found]
        /// Closed now by the hours that are known, nearest first.
        public var closed: [Found]
        /// When the copy was last as the directory; nil when there is none.
        public var asOf: Date?
    }

    /// For how long the hours of the copy are believed, in seconds: a week.
    public static let trusted: TimeInterval = 7 * 86_400

    /// The nearest to a position, in degrees, as many as `limit` of each kind, by the copy as it is on the device: at once, and offline. Without a copy it finds
    /// nothing, and `asOf` is nil.
    public func nearest(latitude: Double, longitude: Double, limit: Int = 10) async throws -> Nearby {
        try await caring {
            let (places, dates, asOf) = try await copy.all()
            let now = core.api.clock.now()
            let isTrusted = asOf.map { (-86_400..<Self.trusted).contains(now.timeIntervalSince($0)) } ?? false
            var found = places.map { Found(place: $0, kilometres: $0.kilometres(latitude: latitude, longitude: longitude), status: .unknown) }
            found.sort { one, other in one.kilometres == other.kilometres ? one.id < other.id : one.kilometres < other.kilometres }
            var nearby = Nearby(open: [], possiblyClosed: [], closed: [], asOf: asOf)
            for var found in found {
                if isTrusted { found.status = found.place.status(at: now, dates[found.id] ?? [:]) }
                switch found.status {
                case .open where nearby.open.count < limit: nearby.open.append(found)
                case .unknown where nearby.possiblyClosed.count < limit: nearby.possiblyClosed.append(found)
                case .closed where nearby.closed.count < limit: nearby.closed.append(found)
                default: break
                }
                if min(nearby.open.count, nearby.possiblyClosed.count, nearby.closed.count) >= limit { break }
            }
            return nearby
        }
    }

    /// Brings the copy up to the directory: at the start of the app, and now and then. Only what has changed is read.
    @discardableResult
    public func update() async throws -> Update {
        let update = try await caring { try await copy.update() }
        if update != .noNews { await core.watchers.tell(.changed, about: Self.watched) }
        return update
    }

    /// What an update brought.
    public enum Update: Equatable, Sendable {
        /// The copy was as the directory.
        case noNews
        /// So many emergency rooms and dates have changed.
        case news(Int)
    }
}
