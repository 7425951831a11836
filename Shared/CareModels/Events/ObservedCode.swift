/// The vital signs (LOINC 85353-1 and its members) whose observations are published when the operator names them: all, unless told otherwise.
public enum ObservedCode: String, CaseIterable, Sendable {
    /// At rest, which alone counts for medication reminders.
    case restingHeartRate = "40443-4"
    /// In any state: a run is no reason to be asked about medication.
    case heartRate = "8867-4"
    case respiratoryRate = "9279-1"
    /// In arterial blood, and by a pulse oximeter; many send both codes.
    case oxygenSaturation = "2708-6"
    case pulseOximetry = "59408-5"
    case bodyTemperature = "8310-5"
    case bodyHeight = "8302-2"
    case headCircumference = "9843-4"
    case bodyWeight = "29463-7"
    case bodyMassIndex = "39156-5"
    /// A panel: its numbers are components.
    case bloodPressure = "85354-9"

    public static let system = "http://loinc.org"

    /// A number of one with several: which, and in what.
    public struct Part: Equatable, Sendable {
        public let code: String
        public let units: [String]
    }

    public var parts: [Part] { self == .bloodPressure ? ["8480-6", "8462-4"].map { Part(code: $0, units: ["mm[Hg]"]) } : [] }

    /// UCUM's spellings that mean what is measured here, first the one that is published where they say the same (rates); empty for one with parts.
    public var units: [String] {
        switch self {
        case .restingHeartRate, .heartRate: ["/min", "{beats}/min", "{Beats}/min", "{beat}/min", "1/min"]
        case .respiratoryRate: ["/min", "{breaths}/min", "{Breaths}/min", "{breath}/min", "1/min"]
        case .oxygenSaturation, .pulseOximetry: ["%"]
        case .bodyTemperature: ["Cel", "[degF]"]
        case .bodyHeight: ["cm", "m", "[in_i]"]
        case .headCircumference: ["cm", "[in_i]"]
        case .bodyWeight: ["kg", "g", "[lb_av]"]
        case .bodyMassIndex: ["kg/m2"]
        case .bloodPressure: []
        }
    }
}
