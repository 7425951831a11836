import CareModels
import Foundation
import HTTP

/// `GET /providers/:id/slots?from=&to=&timeZone=&limit=&after=`: when this provider may be booked.
struct ShowProviderSlots: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: UserID = try request.id("id")
        let now = dependencies.now()
        let asked = try SlotQuery(request, now: now, placeAt: 0)
        let range = asked.place.range
        let bookable = try await dependencies.pool.reading(request) { try await $0.bookableCalendar(of: id, range) }
        guard let bookable else { throw Refusal.noSuchProvider }
        var finder = SlotFinder(range: range, now: now.epochSeconds)
        let found = finder.starts(of: bookable.stored.calendar, taken: bookable.taken, after: asked.place.after)
        let starts = found.prefix(asked.page.limit)
        let next = starts.count < found.count ? asked.page.cursor(SlotPlace(range, after: starts.last).fields) : nil
        let view = ProviderSlotsView(stored: bookable.stored, range: range, starts: starts, days: asked.zone.map { SlotDays(range, in: $0) }, nextCursor: next)
        return .json(view)
    }
}
