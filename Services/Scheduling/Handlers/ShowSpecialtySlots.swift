import CareModels
import Foundation
import HTTP

/// `GET /providers/availability/:specialty?from=&to=&timeZone=&limit=&after=`: when any provider of a specialty may be booked, by name. An answer holds
/// `limit` slots at most, if need be only some of its last provider's, and those providers who have one; it has none only at the end.
struct ShowSpecialtySlots: Sendable {
    let dependencies: Dependencies

    /// So many calendars are in memory at once.
    static let batch = 20
    /// So many are looked at for an answer that has a slot: it may be short, and goes on.
    static let enough = 200
    /// So many are looked at for an answer that has none yet. Whoever has no hours is not even read; 1,000 whose five days are all written took 75 ms
    /// (docs/benchmarks.md), so that 31 days of 10,000, all of them full, are 4.7 s at most, in 500 reads. No directory that is planned for has more of
    /// one specialty, and where one has, the answer is empty and goes on, rather than cut off by its deadline each time it is asked for.
    static let mostProviders = 10_000

    func handle(_ request: Request) async throws -> Response {
        let specialty = try request.parameter("specialty")
        guard specialty.unicodeScalars.count <= 100 else { throw Problem.notFound("There is no such specialty.") }
        let now = dependencies.now()
        let asked = try SlotQuery(request, now: now, placeAt: 2)
        let (page, place) = (asked.page, asked.place)
        var answer = SpecialtyAnswer(place.range, now: now.epochSeconds, days: asked.zone.map { SlotDays(place.range, in: $0) }, limit: page.limit)
        var next: ProviderPlace? = ProviderPlace(cursor: try NameCursor<User>(page), after: place.after)
        while let here = next, !answer.isDone {
            try Task.checkCancellation()
            let rows = try await dependencies.pool.reading(request) { connection in
                try await connection.bookableCalendars(specialty: specialty, place.range, from: here, limit: Self.batch)
            }
            next = try answer.take(rows, from: here) ?? (rows.count < Self.batch ? nil : ProviderPlace(behind: rows.last))
        }
        var view = answer.finished(goingOnAt: next, of: page)
        if view.isEmpty, view.nextCursor == nil, page.after == nil { view.didYouMean = Specialty.nearest(specialty)?.name }
        return .json(view)
    }
}

/// The answer as it grows.
private struct SpecialtyAnswer {
    private var finder: SlotFinder
    private var view: SpecialtySlotsView
    private var room: Int
    private var isEmpty = true
    /// How many providers were looked at.
    private var looked = 0
    /// There is no room, or there are more providers than are looked at.
    private(set) var isDone = false

    init(_ range: Interval, now: Int, days: SlotDays?, limit: Int) {
        finder = SlotFinder(range: range, now: now)
        room = limit
        view = SpecialtySlotsView(range, days: days)
    }

    /// Takes in what there is room for: where to go on, when that ended it.
    mutating func take(_ rows: [BookableCalendar], from place: ProviderPlace) throws -> ProviderPlace? {
        for bookable in rows {
            try Task.checkCancellation()
            if isDone || looked >= most {
                isDone = true
                return last
            }
            let isSame = bookable.stored.providerId == place.cursor?.id
            let found = finder.starts(of: bookable.stored.calendar, taken: bookable.taken, after: isSame ? place.after : nil)
            let starts = found.prefix(room)
            if !starts.isEmpty {
                view.add(bookable, starts)
                isEmpty = false
            }
            room -= starts.count
            isDone = room == 0
            looked += 1
            last = ProviderPlace(cursor: bookable.cursor, after: starts.count < found.count ? starts.last : nil)
            if starts.count < found.count { return last }
        }
        return nil
    }

    private var last: ProviderPlace?

    private var most: Int { isEmpty ? ShowSpecialtySlots.mostProviders : ShowSpecialtySlots.enough }

    func finished(goingOnAt place: ProviderPlace?, of page: PageRequest) -> SpecialtySlotsView {
        var view = view
        if let place, let cursor = place.cursor { view.nextCursor = page.cursor(cursor.fields + SlotPlace(finder.range, after: place.after).fields) }
        return view
    }
}
