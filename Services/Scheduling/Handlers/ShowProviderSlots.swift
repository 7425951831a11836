import CareModels
import Foundation
import HTTP

/// `GET /providers/:id/slots?from=&to=&limit=&after=`: when this provider may be booked.
struct ShowProviderSlots: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: UserID = try request.id("id")
        let now = dependencies.now()
        let page = try request.page(default: SlotRange.defaultSlots, most: SlotRange.mostSlots)
        let place = try SlotPlace(page, at: 0) ?? SlotPlace(SlotRange.read(request, now: now))
        let range = place.range
        let bookable = try await dependencies.pool.withConnection { try await $0.bookableCalendar(of: id, range) }
        guard let bookable else { throw Problem.notFound("provider") }
        var finder = SlotFinder(range: range, now: now.epochSeconds)
        let found = finder.starts(of: bookable, after: place.after)
        let starts = found.prefix(page.limit)
        let calendar = bookable.stored.calendar
        var json = SlotJSON(reserving: 300 + starts.count * 80)
        json.raw("{\"providerId\":")
        try json.value(id)
        json.raw(",\"timeZone\":")
        try json.value(calendar.timeZone)
        json.raw(",\"slotMinutes\":")
        try json.value(calendar.settings.slotMinutes)
        json.raw(",\"from\":")
        json.instant(range.start)
        json.raw(",\"to\":")
        json.instant(range.end)
        json.raw(",\"items\":")
        json.slots(starts, minutes: calendar.settings.slotMinutes)
        if starts.count < found.count { try json.next(PageRequest.cursor(SlotPlace(range, after: starts.last).fields)) }
        json.raw("}")
        return Response(.ok, headers: ["content-type": "application/json"], body: json.bytes)
    }
}
