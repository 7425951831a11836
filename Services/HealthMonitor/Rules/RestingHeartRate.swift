import CareModels
import Foundation

/// Which observations are resting heart rates: LOINC 40443-4, in beats per minute (UCUM `/min`, FHIR's heart rate profile).
enum RestingHeartRate {
    static let units: Set<String> = ["/min", "{beats}/min", "1/min", "{beat}/min", "bpm", "beats/minute", "beats/min"]

    enum Refusal: Error, Equatable { case otherCode, otherUnit, notPlausible }

    static func read(_ event: ObservationRecorded, now: Date) -> Result<HeartRate, Refusal> {
        guard event.system == ObservedCode.system, event.code == ObservedCode.restingHeartRate.rawValue else { return .failure(.otherCode) }
        guard units.contains(event.unit ?? "/min") else { return .failure(.otherUnit) }
        let item = HeartRateBatch.Item(at: event.effectiveAt, bpm: event.value, kind: "resting")
        guard case .success(let heartRate) = HeartRateBatch.check(item, now: now) else { return .failure(.notPlausible) }
        return .success(heartRate)
    }
}
