import CareModels
import Foundation
import HTTP

/// `GET /providers/:id/slots?from=&to=&timeZone=&limit=&after=`: when this provider may be booked.
struct ShowProviderSlots: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: UserID = try request.id("id")
        let now = dependencies.now()
        var checks = Checks()
        let asked = try checks.read(request.page())
        let zone = try checks.read(SlotZone.checked(request.query[SlotZone.parameter]))
        let first = try checks.read(SlotRange.read(request, now: now))
        let page = try checks.done(asked)
        guard let place = try SlotPlace(page, at: 0) ?? first.map({ SlotPlace($0) }) else { throw PageRequest.fault }
        let range = place.range
        let bookable = try await dependencies.pool.reading(request) { try await $0.bookableCalendar(of: id, range) }
        guard let bookable else { throw Refusal.noSuchProvider }
        var finder = SlotFinder(range: range, now: now.epochSeconds)
        let found = finder.starts(of: bookable.stored.calendar, taken: bookable.taken, after: place.after)
        let starts = found.prefix(page.limit)
        let next = starts.count < found.count ? page.cursor(SlotPlace(range, after: starts.last).fields) : nil
        let view = ProviderSlotsView(stored: bookable.stored, range: range, starts: starts, days: zone.map { SlotDays(range, in: $0) }, nextCursor: next)
        return .json(view)
    }
}
