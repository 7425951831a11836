import CareModels
import Foundation
import HTTP
import Postgres

/// Who changes the directory, and when: what each change needs beside itself.
struct Change: Sendable {
    var actor: AuditEntry.Actor
    var now: Date
    var newID: @Sendable () -> UUID

    init(_ request: Request, _ dependencies: Dependencies) {
        actor = AuditEntry.Actor(request.identity)
        now = dependencies.now()
        newID = dependencies.newID
    }

    func audit(_ action: AuditEntry.Action, _ record: ERRecord, from before: ERDetails?, to after: ERDetails?) -> AuditEntry {
        AuditEntry(
            id: newID(), at: now, erID: record.id, action: action, actor: actor, version: record.version,
            before: before.map { AuditEntry.State(details: $0) }, after: after.map { AuditEntry.State(details: $0) })
    }

    func audit(_ record: ERRecord, from before: [DaySchedule], to after: [DaySchedule]) -> AuditEntry {
        AuditEntry(
            id: newID(), at: now, erID: record.id, action: .scheduled, actor: actor, version: record.scheduleVersion,
            before: AuditEntry.State(days: before.map(ScheduleText.day)), after: AuditEntry.State(days: after.map(ScheduleText.day)))
    }
}

extension ERCreated {
    init(_ record: ERRecord) {
        let details = record.details
        self.init(
            erId: record.id, version: record.version, name: details.name, latitude: details.latitude, longitude: details.longitude,
            timeZone: details.timeZone, phone: details.phone, createdAt: record.createdAt)
    }
}

extension ERUpdated {
    init(_ record: ERRecord) {
        let details = record.details
        self.init(
            erId: record.id, version: record.version, name: details.name, latitude: details.latitude, longitude: details.longitude,
            timeZone: details.timeZone, phone: details.phone, updatedAt: record.updatedAt)
    }
}

extension Transaction {
    /// New hours on some dates of a locked emergency room, with their event and the log's line. Dates that have these hours already are left
    /// as they are. Returns the record with its new count, and the dates that changed.
    func schedule(_ wanted: [(date: LocalDate, hours: OpeningHours?)], of record: ERRecord, _ change: Change) async throws -> (ERRecord, [DaySchedule]) {
        guard let first = wanted.map(\.date).min(), let last = wanted.map(\.date).max() else { return (record, []) }
        let written = try await schedules(of: record.id, from: first, to: last)
        let byDate = Dictionary(written.map { ($0.date, $0) }, uniquingKeysWith: { _, later in later })
        var before: [DaySchedule] = []
        var after: [DaySchedule] = []
        for (date, hours) in wanted {
            let current = byDate[date] ?? DaySchedule(unwritten: date, of: record.id)
            guard current.hours != hours else { continue }
            before.append(current)
            after.append(
                DaySchedule(
                    erID: record.id, date: date, version: current.version + 1, position: 0, hours: hours, updatedAt: change.now))
        }
        guard !after.isEmpty else { return (record, []) }
        var changed = record
        changed.scheduleVersion += 1
        let position = try await drawPositions(after.count)
        for index in after.indices { after[index].position = position + index }
        try await write(after, of: changed, at: change.now)
        try await execute(change.audit(changed, from: before, to: after).insertion)
        try await emit(
            ERScheduleChanged(
                erId: record.id, version: changed.scheduleVersion, days: after.map(ScheduleText.day), changedAt: change.now))
        return (changed, after)
    }
}
