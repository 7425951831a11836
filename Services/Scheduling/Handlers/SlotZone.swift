import CareModels

/// `?timeZone=` of a search for slots: on whose clocks they are put together by days; nil where they are not to be.
enum SlotZone {
    static let parameter = "timeZone"

    static func checked(_ name: String?) throws(Faults) -> String? {
        if let name, !TimeZoneName.isKnown(name) { throw Faults(parameter, TimeZoneName.expectation) }
        return name
    }
}
