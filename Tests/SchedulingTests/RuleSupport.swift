import CareModels
import Foundation
import Testing

@testable import SchedulingService

func seconds(_ text: String) throws -> Int { try Int(#require(RFC3339.parse(text)).timeIntervalSince1970) }

func instant(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

func text(_ seconds: Int) -> String { RFC3339.format(instant(seconds)) }

func text(_ interval: Interval) -> String { text(interval.start) + "/" + text(interval.end) }

func interval(_ start: String, _ end: String) throws -> Interval { try Interval(start: seconds(start), end: seconds(end)) }

func clockRange(_ start: String, _ end: String) throws -> ClockRange {
    try ClockRange(start: #require(ClockTime(start)).minutes, end: #require(ClockTime(end)).minutes)
}

func weekly(_ weekday: Weekday, _ start: String, _ end: String) throws -> ProviderCalendar.WeeklyRule {
    ProviderCalendar.WeeklyRule(weekday: weekday, hours: try clockRange(start, end))
}

func override(_ date: String, _ hours: [(String, String)]) throws -> ProviderCalendar.DateOverride {
    try ProviderCalendar.DateOverride(date: #require(LocalDate(date)), hours: hours.map { try clockRange($0.0, $0.1) })
}

/// Offsets for everything that a test asks about around `range`.
func offsets(_ zone: String, around range: Interval) throws -> UTCOffsets {
    let zone = try #require(Zone(zone))
    return UTCOffsets(zone: zone, from: range.start - FreeSlots.margin, to: range.end + FreeSlots.margin)
}
