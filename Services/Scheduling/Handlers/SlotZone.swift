import CareModels
import HTTP

/// `?timeZone=` of a search for slots: on whose clocks they are put together by days; nil where they are not to be.
enum SlotZone {
    static func read(_ request: Request) throws -> String? {
        guard let name = request.query["timeZone"] else { return nil }
        guard TimeZoneName.isKnown(name) else { throw Problem.invalid(Fault("timeZone", TimeZoneName.expectation)) }
        return name
    }
}
