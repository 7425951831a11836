import CareModels
import Foundation

/// Who changes the directory, and when: what each change needs beside itself.
struct Change: Sendable {
    var actor: AuditEntry.Actor
    var now: Date
    var newID: @Sendable () -> UUID

    func audit(_ action: AuditEntry.Action, _ record: ERRecord, from before: ERDetails?, to after: ERDetails?) -> AuditEntry {
        AuditEntry(
            id: newID(), at: now, erID: record.id, action: action.rawValue, actor: actor, version: record.version,
            before: before.map { AuditEntry.State(details: $0) }, after: after.map { AuditEntry.State(details: $0) })
    }

    func audit(_ schedule: ScheduleChange, of record: ERRecord) -> AuditEntry {
        AuditEntry(
            id: newID(), at: now, erID: record.id, action: AuditEntry.Action.scheduled.rawValue, actor: actor, version: record.scheduleVersion,
            before: AuditEntry.State(days: schedule.before.map { .init($0) }), after: AuditEntry.State(days: schedule.after.map { .init($0) }))
    }
}
