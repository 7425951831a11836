/// A row of a source that was imported before: only what the source itself has changed since is taken over, so that what schedulers have
/// corrected in the directory stays.
enum ImportMerge {
    /// - Parameters:
    ///   - last: what the source said at the last import.
    ///   - incoming: what it says now.
    /// - Returns: the details after the import; equal to `current` when there is nothing to change.
    static func merge(_ current: ERDetails, last: ERDetails, incoming: ERDetails) -> ERDetails {
        var result = current
        func take<Value: Equatable>(_ field: WritableKeyPath<ERDetails, Value>) {
            if incoming[keyPath: field] != last[keyPath: field] { result[keyPath: field] = incoming[keyPath: field] }
        }
        for line in ERLine.all { take(line.details) }
        take(\.name)
        take(\.phone)
        take(\.latitude)
        take(\.longitude)
        if incoming.timeZoneBasis == .stated {
            take(\.timeZone)
            take(\.timeZoneBasis)
        } else if result.timeZoneBasis != .stated {
            (result.timeZone, result.timeZoneBasis) = TimeZoneRule.find(for: result)
        }
        // The one end is the source's, the other a scheduler's: they would hold on no date at all. Both as the source has them; as texts dates are in their order.
        if let from = result.weeklyHoursFrom, let to = result.weeklyHoursTo, to < from {
            (result.weeklyHoursFrom, result.weeklyHoursTo) = (incoming.weeklyHoursFrom, incoming.weeklyHoursTo)
        }
        // Dates that weekly hours hold on are only beside those, whoever took them away.
        if result.weeklyHours == nil { (result.weeklyHoursFrom, result.weeklyHoursTo) = (nil, nil) }
        return result
    }
}
