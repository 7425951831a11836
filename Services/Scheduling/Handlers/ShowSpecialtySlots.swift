import CareModels
import Foundation
import HTTP

/// `GET /providers/availability/:specialty?from=&to=&limit=&after=`: when any provider of a specialty may be booked, by name. An answer holds
/// `limit` slots at most, if need be only some of its last provider's, and those providers who have one.
struct ShowSpecialtySlots: Sendable {
    let dependencies: Dependencies

    /// So many calendars are in memory at once.
    static let batch = 20
    /// So many are looked at for an answer: where nobody has a free slot it is short, or empty, and goes on all the same.
    static let mostProviders = 200

    func handle(_ request: Request) async throws -> Response {
        let specialty = try request.parameter("specialty")
        guard specialty.unicodeScalars.count <= 100 else { throw Problem.notFound("specialty") }
        let now = dependencies.now()
        let page = try request.page(default: SlotRange.defaultSlots, most: SlotRange.mostSlots)
        let place = try SlotPlace(page, at: 2) ?? SlotPlace(SlotRange.read(request, now: now))
        var answer = SpecialtyAnswer(place.range, now: now.epochSeconds, limit: page.limit)
        var next: ProviderPlace? = ProviderPlace(cursor: try NameCursor(page), after: place.after)
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

/// Where the providers of a specialty go on.
struct ProviderPlace: Sendable {
    /// Nil for the first of them.
    var cursor: NameCursor?
    /// Within the cursor's provider, behind this slot; nil: with the provider behind them.
    var after: Int?

    init(cursor: NameCursor?, after: Int?) {
        self.cursor = cursor
        self.after = cursor == nil ? nil : after
    }

    init(behind bookable: BookableCalendar?) { self.init(cursor: bookable.map { NameCursor($0) }, after: nil) }
}

/// The answer as it grows.
private struct SpecialtyAnswer {
    private var finder: SlotFinder
    private var json = SlotJSON(reserving: 4096)
    private var room: Int
    private var isFirst = true
    /// How many providers were looked at.
    private(set) var looked = 0

    var isFull: Bool { room == 0 }

    init(_ range: Interval, now: Int, limit: Int) {
        finder = SlotFinder(range: range, now: now)
        room = limit
        json.raw("{\"from\":")
        json.instant(range.start)
        json.raw(",\"to\":")
        json.instant(range.end)
        json.raw(",\"items\":[")
    }

    /// Takes in what there is room for: where to go on, when that ended it.
    mutating func take(_ rows: [BookableCalendar], from place: ProviderPlace) throws -> ProviderPlace? {
        for bookable in rows {
            try Task.checkCancellation()
            if isFull || looked == ShowSpecialtySlots.mostProviders { return last }
            let isSame = bookable.stored.providerId == place.cursor?.id
            let found = finder.starts(of: bookable, after: isSame ? place.after : nil)
            let starts = found.prefix(room)
            if !starts.isEmpty { try write(bookable, starts) }
            room -= starts.count
            looked += 1
            last = ProviderPlace(cursor: NameCursor(bookable), after: starts.count < found.count ? starts.last : nil)
            if starts.count < found.count { return last }
        }
        return nil
    }

    private var last: ProviderPlace?

    func finished(goingOnAt place: ProviderPlace?) throws -> [UInt8] {
        var json = self.json
        json.raw("]")
        if let place, let cursor = place.cursor {
            try json.next(PageRequest.cursor(cursor.fields + SlotPlace(finder.range, after: place.after).fields))
        }
        json.raw("}")
        return json.bytes
    }

    private struct Head: Encodable {
        var providerId: UserID
        var fullName: String?
        var timeZone: String
        var slotMinutes: Int
    }

    private mutating func write(_ bookable: BookableCalendar, _ starts: ArraySlice<Int>) throws {
        if !isFirst { json.raw(",") }
        isFirst = false
        let calendar = bookable.stored.calendar
        let minutes = calendar.settings.slotMinutes
        let head = Head(providerId: bookable.stored.providerId, fullName: bookable.fullName, timeZone: calendar.timeZone, slotMinutes: minutes)
        json.raw("{\"provider\":")
        try json.value(head)
        json.raw(",\"slots\":")
        json.slots(starts, minutes: minutes)
        json.raw("}")
    }
}
