import CareModels
import Foundation
import HTTP

/// What a search for slots is asked by, of one provider and of a specialty: all that is wrong with it is told at once.
struct SlotQuery: Sendable {
    let page: PageRequest
    /// On whose clocks the slots are put together by days.
    let zone: String?
    let place: SlotPlace

    /// - Parameter index: where in the list's cursor the place begins.
    init(_ request: Request, now: Date, placeAt index: Int) throws {
        var checks = Checks()
        let asked = try checks.read(request.page())
        let zone = try checks.read(SlotZone.checked(request.query[SlotZone.parameter]))
        let range = try checks.read(SlotRange.read(request, now: now))
        let page = try checks.done(asked)
        guard let place = try SlotPlace(page, at: index) ?? range.map({ SlotPlace($0) }) else { throw PageRequest.fault }
        (self.page, self.zone, self.place) = (page, zone, place)
    }
}
