import CareModels
import Foundation

// What others hear of an emergency room.

extension ERCreated {
    init(_ record: ERRecord) {
        let details = record.details
        self.init(
            erId: record.id, version: record.version, name: details.name, latitude: details.latitude, longitude: details.longitude,
            timeZone: details.timeZone, phone: details.phone, weeklyHours: details.weeklyHours, weeklyHoursFrom: details.weeklyHoursFrom,
            weeklyHoursTo: details.weeklyHoursTo, createdAt: record.createdAt)
    }
}

extension ERUpdated {
    init(_ record: ERRecord) {
        let details = record.details
        self.init(
            erId: record.id, version: record.version, name: details.name, latitude: details.latitude, longitude: details.longitude,
            timeZone: details.timeZone, phone: details.phone, weeklyHours: details.weeklyHours, weeklyHoursFrom: details.weeklyHoursFrom,
            weeklyHoursTo: details.weeklyHoursTo, updatedAt: record.updatedAt)
    }
}

extension ERSnapshot {
    init(_ record: ERRecord) {
        let details = record.details
        self.init(
            erId: record.id, version: record.version, name: details.name, latitude: details.latitude, longitude: details.longitude,
            timeZone: details.timeZone, phone: details.phone, weeklyHours: details.weeklyHours, weeklyHoursFrom: details.weeklyHoursFrom,
            weeklyHoursTo: details.weeklyHoursTo, createdAt: record.createdAt, updatedAt: record.updatedAt)
    }
}

extension ERScheduleChanged {
    init(_ record: ERRecord, _ days: [DaySchedule], changedAt: Date) {
        self.init(erId: record.id, version: record.scheduleVersion, days: days.map { Day($0) }, changedAt: changedAt)
    }
}

extension ERScheduleChanged.Day {
    init(_ schedule: DaySchedule) { self.init(date: schedule.date.description, intervals: schedule.hours?.texts) }
}

extension OpeningHours {
    /// As answers and events spell them.
    var texts: [ERScheduleChanged.Hours] { spans.map { ERScheduleChanged.Hours(start: Self.text($0.start), end: Self.text($0.end)) } }
}
