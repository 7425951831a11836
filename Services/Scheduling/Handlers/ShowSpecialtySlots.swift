import CareModels
import Foundation
import HTTP

/// `GET /providers/availability/:specialty?from=&to=&timeZone=&limit=&after=`: when any provider of a specialty may be booked, by name. An answer holds
/// `limit` slots at most, if need be only some of its last provider's, and those providers who have one.
struct ShowSpecialtySlots: Sendable {
    let dependencies: Dependencies

    /// So many calendars are in memory at once.
    static let batch = 20
    /// So many are looked at for an answer: where nobody has a free slot it is short, or empty, and goes on all the same.
    static let mostProviders = 200

    func handle(_ request: Request) async throws -> Response {
        let specialty = try request.parameter("specialty")
        guard specialty.unicodeScalars.count <= 100 else { throw Problem.notFound("There is no such specialty.") }
        let now = dependencies.now()
        let page = try request.page()
        let zone = try SlotZone.checked(request.query[SlotZone.parameter])
        let place = try SlotPlace(page, at: 2) ?? SlotPlace(SlotRange.read(request, now: now))
        var answer = SpecialtyAnswer(place.range, now: now.epochSeconds, days: zone.map { SlotDays(place.range, in: $0) }, limit: page.limit)
        var next: ProviderPlace? = ProviderPlace(cursor: try NameCursor<User>(page), after: place.after)
        while let here = next, !answer.isFull, answer.looked < Self.mostProviders {
            try Task.checkCancellation()
            let rows = try await dependencies.pool.withConnection { connection in
                try await connection.bookableCalendars(specialty: specialty, place.range, from: here, limit: Self.batch)
            }
            next = try answer.take(rows, from: here) ?? (rows.count < Self.batch ? nil : ProviderPlace(behind: rows.last))
        }
        return Response(.ok, headers: ["content-type": "application/json"], body: try answer.finished(goingOnAt: next))
    }
}

/// The answer as it grows.
private struct SpecialtyAnswer {
    private var finder: SlotFinder
    private var view: SpecialtySlotsView
    private var room: Int
    /// How many providers were looked at.
    private(set) var looked = 0

    var isFull: Bool { room == 0 }

    init(_ range: Interval, now: Int, days: SlotDays?, limit: Int) {
        finder = SlotFinder(range: range, now: now)
        room = limit
        view = SpecialtySlotsView(range, days: days)
    }

    /// Takes in what there is room for: where to go on, when that ended it.
    mutating func take(_ rows: [BookableCalendar], from place: ProviderPlace) throws -> ProviderPlace? {
        for bookable in rows {
            try Task.checkCancellation()
            if isFull || looked == ShowSpecialtySlots.mostProviders { return last }
            let isSame = bookable.stored.providerId == place.cursor?.id
            let found = finder.starts(of: bookable.stored.calendar, taken: bookable.taken, after: isSame ? place.after : nil)
            let starts = found.prefix(room)
            if !starts.isEmpty { try view.add(bookable, starts) }
            room -= starts.count
            looked += 1
            last = ProviderPlace(cursor: bookable.cursor, after: starts.count < found.count ? starts.last : nil)
            if starts.count < found.count { return last }
        }
        return nil
    }

    private var last: ProviderPlace?

    func finished(goingOnAt place: ProviderPlace?) throws -> [UInt8] {
        guard let place, let cursor = place.cursor else { return try view.bytes(nextCursor: nil) }
        return try view.bytes(nextCursor: PageRequest.cursor(cursor.fields + SlotPlace(finder.range, after: place.after).fields))
    }
}
