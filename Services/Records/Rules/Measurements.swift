import CareModels
import Foundation

/// How many events of its measurement a record has had, and whether the last one still counts.
struct Measurements: Equatable, Sendable {
    var events = 0
    var isObserved = false

    /// The event that a version of the record makes for those who act on measurements, if it makes one: what it measures, or that what was measured
    /// counts no more. `seal` seals how much for the event of this version; without it that is for all to read.
    mutating func event(
        _ observed: ObservedValue?, of record: RecordID, person: UserID, recordVersion: Int, at instant: Date,
        seal: ((MeasuredAmount, _ version: Int) throws -> String)?
    ) throws -> (any CareEvent)? {
        guard observed != nil || isObserved else { return nil }
        events += 1
        isObserved = observed != nil
        guard let observed else {
            return ObservationWithdrawn(
                observationId: record, version: events, userId: person, recordVersion: recordVersion, withdrawnAt: instant)
        }
        if let seal {
            return ObservationMeasured(
                observationId: record, version: events, userId: person, recordVersion: recordVersion, system: ObservedCode.system,
                code: observed.code.rawValue, effectiveAt: observed.effectiveAt, effectiveUntil: observed.effectiveUntil,
                sealed: try seal(observed.measurement, events))
        }
        return ObservationRecorded(
            observationId: record, version: events, userId: person, recordVersion: recordVersion, system: ObservedCode.system,
            code: observed.code.rawValue, value: observed.measurement.value ?? 0, unit: observed.measurement.unit, effectiveAt: observed.effectiveAt)
    }
}
