import CareModels
import Foundation
import Postgres

/// The calendar's lists as the integer arrays of their columns, and back: read by the thousand for one answer, where JSON
/// would take longer than everything else together.
enum CalendarColumns {
    static func weekly(_ numbers: [Int]) throws -> [ProviderCalendar.WeeklyRule] {
        try stride(from: 0, to: numbers.count - numbers.count % 3, by: 3).map { index in
            guard let weekday = Weekday(index: numbers[index]) else { throw PostgresDecodingError(column: "weekly", reason: "a number is no weekday's") }
            let hours = ClockRange(start: numbers[index + 1], end: numbers[index + 2])
            return ProviderCalendar.WeeklyRule(weekday: weekday, hours: hours)
        }
    }

    static func weekly(_ rules: [ProviderCalendar.WeeklyRule]) -> [Int] {
        rules.flatMap { [$0.weekday.index, $0.hours.start, $0.hours.end] }
    }

    static func overrides(_ numbers: [Int]) -> [ProviderCalendar.DateOverride] {
        var result: [ProviderCalendar.DateOverride] = []
        for index in stride(from: 0, to: numbers.count - numbers.count % 3, by: 3) {
            let date = LocalDate(daysSince1970: numbers[index])
            if result.last?.date != date { result.append(ProviderCalendar.DateOverride(date: date, hours: [])) }
            guard numbers[index + 1] >= 0 else { continue }
            result[result.count - 1].hours.append(ClockRange(start: numbers[index + 1], end: numbers[index + 2]))
        }
        return result
    }

    static func overrides(_ overrides: [ProviderCalendar.DateOverride]) -> [Int] {
        overrides.flatMap { override in
            let day = override.date.daysSince1970
            return override.hours.isEmpty ? [day, -1, -1] : override.hours.flatMap { [day, $0.start, $0.end] }
        }
    }

    static func intervals(_ numbers: [Int]) -> [Interval] {
        stride(from: 0, to: numbers.count - numbers.count % 2, by: 2).map { Interval(start: numbers[$0], end: numbers[$0 + 1]) }
    }

    static func intervals(_ intervals: [Interval]) -> [Int] { intervals.flatMap { [$0.start, $0.end] } }

    static func intervalIDs(_ ids: [UUID], _ keys: [Int]) throws -> [OneOffInterval: UUID] {
        var result: [OneOffInterval: UUID] = [:]
        for (index, id) in ids.enumerated() where index * 3 + 2 < keys.count {
            guard let kind = OneOffInterval.Kind(rawValue: keys[index * 3]) else {
                throw PostgresDecodingError(column: "interval_keys", reason: "a number is no kind's")
            }
            result[OneOffInterval(kind: kind, interval: Interval(start: keys[index * 3 + 1], end: keys[index * 3 + 2]))] = id
        }
        return result
    }

    static func intervalIDs(_ known: [OneOffInterval: UUID]) -> ([UUID], [Int]) {
        (Array(known.values), known.keys.flatMap { [$0.kind.rawValue, $0.interval.start, $0.interval.end] })
    }
}
