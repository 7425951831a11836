import CareModels
import Foundation

/// The copy of the directory of emergency rooms, as far as its feed of changes was read. Public data: it stays when somebody logs out.
actor ERCopy {
    private let api: API
    private let cache: DiskCache
    /// Sorted out once, then kept in memory.
    private var kept: All?
    /// Counts the changes: what was read while one was made is not kept.
    private var changes = 0
    private let waiters = Waiters<EmergencyRooms.Update>()
    private var isUpdating = false

    typealias Dates = [ERID: [LocalDate: [EmergencyRooms.Hours]]]
    typealias All = (places: [EmergencyRooms.Place], dates: Dates, asOf: Date?)

    private static let places = "ers/places"
    private static let dates = "ers/dates"
    private static let mark = "ers"

    init(_ api: API, _ cache: DiskCache) {
        self.api = api
        self.cache = cache
    }

    func all() async throws -> All {
        if let kept { return kept }
        let before = changes
        let (places, days) = (try await cache.listing(Self.places)?.values ?? [], try await cache.listing(Self.dates)?.values ?? [])
        do {
            var dates: Dates = [:]
            for day in try days.map({ try Wire.decode(WrittenDay.self, from: $0) }) { dates[day.er, default: [:]][day.date] = day.intervals }
            let all = All(try places.map { try Wire.decode(EmergencyRooms.Place.self, from: $0) }, dates, try await place()?.asOf)
            if before == changes { kept = all }
            return all
        } catch is DecodingError {
            // An earlier version of the app wrote it otherwise: the next update reads all of it.
            try await cache.erase()
            return ([], [:], nil)
        }
    }

    /// One at a time; who asks meanwhile gets the same. Who is cancelled waits no longer, and what was begun goes on.
    func update() async throws -> EmergencyRooms.Update { try await waiters.wait { self.begin() } }

    private func begin() {
        if isUpdating { return }
        isUpdating = true
        Task {
            let result: Result<EmergencyRooms.Update, any Error>
            do { result = .success(try await readChanges()) } catch { result = .failure(error) }
            isUpdating = false
            waiters.resume(with: result)
        }
    }

    private func readChanges() async throws -> EmergencyRooms.Update {
        var place = try await place()
        var count = 0
        var cursor: String?
        while true {
            let call = Call.get("/ers/changes", ["limit": "200", "since": place.map { String($0.since) }, "after": cursor])
            let changes: Changes
            do {
                changes = try await api.fetch(Changes.self, Call(method: "GET", path: call.path, query: call.query, needsLogin: false))
            } catch CareError.refused(let problem) where problem.status == 410 && place != nil {
                // The directory was restored from an earlier state.
                (place, cursor) = (nil, nil)
                continue
            }
            let isFirst = place == nil && cursor == nil
            let next = Place(since: changes.nextSince, asOf: changes.nextCursor == nil ? api.clock.now() : place?.asOf)
            let expected = place
            let isWhole = try await cache.edit { edit in
                // Another process was here meanwhile, or what could not be read was begun anew: what this page goes on from is not there.
                if !isFirst, try Self.place(edit)?.since != expected?.since { return false }
                if isFirst { for name in [Self.places, Self.dates] { try edit.forget(name) } }
                for name in [Self.places, Self.dates] { try edit.know(name, cursor: nil) }
                for item in changes.items { try Self.put(item, edit) }
                // A copy that breaks off goes on from here.
                try edit.setMark(Self.mark, Wire.encode(next))
                return true
            }
            (kept, self.changes) = (nil, self.changes + 1)
            guard isWhole else {
                (place, cursor) = (try await self.place(), nil)
                continue
            }
            count += changes.items.count
            (place, cursor) = (next, changes.nextCursor)
            if cursor == nil { break }
        }
        return count == 0 ? .noNews : .news(count)
    }

    private func place() async throws -> Place? { try await cache.mark(Self.mark).flatMap { try? Wire.decode(Place.self, from: $0) } }

    private static func place(_ edit: CacheEdit) throws -> Place? { try edit.mark(mark).flatMap { try? Wire.decode(Place.self, from: $0) } }

    private static func put(_ item: Change, _ edit: CacheEdit) throws {
        switch item.type {
        case "er":
            guard let er = item.er, !item.deleted else { return try edit.remove(item.erId.description, from: places) }
            try edit.put(Wire.encode(er), er.id.description, at: 0, in: places)
        case "schedule":
            guard let schedule = item.schedule else { return }
            let key = "\(item.erId)/\(schedule.date)"
            // The week's hours, which come with the emergency room, are no date's own.
            guard !item.deleted, let intervals = schedule.intervals, !schedule.weekly else { return try edit.remove(key, from: dates) }
            try edit.put(Wire.encode(WrittenDay(er: item.erId, date: schedule.date, intervals: intervals)), key, at: 0, in: dates)
        default: break
        }
    }

    private struct Place: Codable {
        var since: Int
        var asOf: Date?
    }

    private struct WrittenDay: Codable {
        var er: ERID
        var date: LocalDate
        var intervals: [EmergencyRooms.Hours]
    }

    private struct Changes: Decodable, Sendable {
        var items: [Change]
        var nextCursor: String?
        var nextSince: Int
    }

    private struct Change: Decodable, Sendable {
        struct Schedule: Decodable, Sendable {
            var date: LocalDate
            var intervals: [EmergencyRooms.Hours]?
            var weekly: Bool
        }

        var type: String
        var erId: ERID
        var deleted: Bool
        var er: EmergencyRooms.Place?
        var schedule: Schedule?
    }
}
