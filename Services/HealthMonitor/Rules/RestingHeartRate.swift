import CareModels
import Foundation

/// What an event of `care.observations.v1` says of an observation.
struct ObservedHeartRate: Equatable, Sendable {
    var mark: ObservationMark
    var person: UserID
    var system: String
    var code: String
    var value: Double?
    var unit: String?
    var at: Date

    init(_ event: ObservationRecorded) {
        mark = ObservationMark(id: event.observationId, version: event.version)
        (person, system, code, value, unit, at) = (event.userId, event.system, event.code, event.value, event.unit, event.effectiveAt)
    }

    /// `measurement`: as it was sealed. What was measured over a period is known at its end.
    init(_ event: ObservationMeasured, _ measurement: MeasuredAmount?) {
        mark = ObservationMark(id: event.observationId, version: event.version)
        (person, system, code) = (event.userId, event.system, event.code)
        (value, unit, at) = (measurement?.value, measurement?.unit, event.effectiveUntil ?? event.effectiveAt)
    }
}

/// Which observations are resting heart rates: LOINC 40443-4, in beats per minute (UCUM `/min`, FHIR's heart rate profile). 8867-4 is the heart rate in any
/// state, and a run is no reason to ask about medication: it does not count.
enum RestingHeartRate {
    static let units: Set<String> = ["/min", "{beats}/min", "1/min", "{beat}/min", "bpm", "beats/minute", "beats/min"]

    enum Refusal: Error, Equatable { case otherCode, otherUnit, notPlausible }

    static func isMeant(_ system: String, _ code: String) -> Bool { system == ObservedCode.system && code == ObservedCode.restingHeartRate.rawValue }

    static func read(_ observed: ObservedHeartRate, now: Date) -> Result<HeartRate, Refusal> {
        guard isMeant(observed.system, observed.code) else { return .failure(.otherCode) }
        guard units.contains(observed.unit ?? "/min") else { return .failure(.otherUnit) }
        guard let value = observed.value else { return .failure(.notPlausible) }
        let item = HeartRateBatch.Item(at: observed.at, bpm: value, kind: "resting")
        guard let heartRate = try? HeartRateBatch.check(item, now: now) else { return .failure(.notPlausible) }
        return .success(heartRate)
    }
}
