import CareModels
import CareService
import Foundation

/// `GET /providers/availability/:specialty?from=&to=&limit=&after=`: when any provider of a specialty may be booked. A page
/// goes over `limit` providers by name, and holds those that have a free slot.
struct ShowSpecialtySlots: Sendable {
    let dependencies: Dependencies

    private struct ProviderSlots: Encodable, Sendable {
        var bookable: BookableCalendar
        func encode(to encoder: any Encoder) throws { try bookable.stored.providerId.encode(to: encoder) }
    }

    func handle(_ request: Request) async throws -> Response {
        let specialty = try request.parameter("specialty")
        guard specialty.count <= 100 else { throw Problem.notFound("specialty") }
        let now = dependencies.now()
        let range = try SlotRange.read(request, now: now)
        let request = try request.page(default: 50, most: 1000)
        let rows = try await dependencies.pool.withConnection { connection in
            try await connection.bookableCalendars(specialty: specialty, range, request)
        }
        let page = request.page(rows.map { ProviderSlots(bookable: $0) }) { [$0.bookable.nameKey, $0.bookable.stored.providerId.description] }
        var finder = SlotFinder(range: range, now: now.epochSeconds)
        var json = SlotJSON(reserving: page.items.count * 4096)
        json.raw("{\"from\":")
        json.instant(range.start)
        json.raw(",\"to\":")
        json.instant(range.end)
        json.raw(",\"items\":[")
        var isFirst = true
        for item in page.items {
            let starts = finder.starts(of: item.bookable)
            guard !starts.isEmpty else { continue }
            if !isFirst { json.raw(",") }
            isFirst = false
            try write(item.bookable, starts, to: &json)
        }
        json.raw("]")
        if let cursor = page.nextCursor {
            json.raw(",\"nextCursor\":")
            try json.value(cursor)
        }
        json.raw("}")
        return Response(.ok, headers: ["content-type": "application/json"], body: json.bytes)
    }

    private struct Head: Encodable {
        var providerId: UserID
        var fullName: String?
        var timeZone: String
        var slotMinutes: Int
    }

    private func write(_ bookable: BookableCalendar, _ starts: [Int], to json: inout SlotJSON) throws {
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
