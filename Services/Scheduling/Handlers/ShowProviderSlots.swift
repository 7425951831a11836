import CareModels
import CareService
import Foundation

/// `GET /providers/:id/slots?from=&to=`: when this provider may be booked.
struct ShowProviderSlots: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: UserID = try request.id("id")
        let now = dependencies.now()
        let range = try SlotRange.read(request, now: now)
        let bookable = try await dependencies.pool.withConnection { try await $0.bookableCalendar(of: id, range) }
        guard let bookable else { throw Problem.notFound("provider") }
        var finder = SlotFinder(range: range, now: now.epochSeconds)
        let starts = finder.starts(of: bookable)
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
        json.raw("}")
        return Response(.ok, headers: ["content-type": "application/json"], body: json.bytes)
    }
}
