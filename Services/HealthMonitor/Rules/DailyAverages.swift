import CareModels
import Foundation

/// Resting heart rates by day, in the patient's time zone.
enum DailyAverages {
    static let days = 7

    struct Day: Codable, Equatable, Sendable {
        var date: LocalDate
        /// Nil without a heart rate.
        var average: Double?
        var count: Int
    }

    /// Today and the six days before, oldest first.
    static func week(of heartRates: [HeartRate], endingOn today: LocalDate, in zone: Zone) -> [Day] {
        var sums: [LocalDate: (sum: Double, count: Int)] = [:]
        for heartRate in heartRates {
            let date = LocalTime(heartRate.at, in: zone).date
            let before = sums[date] ?? (0, 0)
            sums[date] = (before.sum + heartRate.bpm, before.count + 1)
        }
        return (1 - days...0).map { offset in
            let date = today.advanced(by: offset)
            guard let day = sums[date] else { return Day(date: date, count: 0) }
            return Day(date: date, average: BPM.rounded(day.sum / Double(day.count)), count: day.count)
        }
    }

    /// The mean of the days that have one: a day of many measurements counts no more than another.
    static func average(of week: [Day]) -> Double? {
        let averages = week.compactMap(\.average)
        guard !averages.isEmpty else { return nil }
        return BPM.rounded(averages.reduce(0, +) / Double(averages.count))
    }
}
