import CareModels
import Foundation

extension Fhir {
    /// Something that was measured.
    public struct Observation: Codable, Equatable, Sendable {
        private var resourceType = Kind.observation
        /// The server's; nil of one that is new.
        public var id: String?
        /// `final`, `amended`, `entered-in-error`, …
        public var status: String
        /// `vital-signs`, `laboratory`, …
        public var category: [CodeableConcept]?
        /// What was measured.
        public var code: CodeableConcept
        /// On whom; nil of the record's own person.
        public var subject: Reference?
        /// When, as FHIR writes it: a day or an instant.
        public var effectiveDateTime: String?
        /// How much it was.
        public var valueQuantity: Quantity?
        /// What it was in words.
        public var valueString: String?
        /// What was measured in parts, such as a blood pressure.
        public var component: [Component]?

        /// A part of what was measured.
        public struct Component: Codable, Equatable, Sendable {
            /// What it is.
            public var code: CodeableConcept
            /// How much it was.
            public var valueQuantity: Quantity?

            /// So much of that.
            public init(code: CodeableConcept, valueQuantity: Quantity?) {
                (self.code, self.valueQuantity) = (code, valueQuantity)
            }
        }

        /// Something of the person's own that was measured at an instant, and is final.
        public init(_ code: CodeableConcept, _ quantity: Quantity, at instant: Date, category: [CodeableConcept]? = nil) {
            (status, self.category, self.code) = ("final", category, code)
            (effectiveDateTime, valueQuantity) = (RFC3339.format(instant), quantity)
        }

        private enum Kind: String, Codable { case observation = "Observation" }
    }
}

extension Fhir.Observation {
    private static let loinc = "http://loinc.org"
    /// LOINC's code of a heart rate at rest, which the platform watches.
    private static let restingHeartRate = "40443-4"
    private static let vitalSigns = Fhir.CodeableConcept(
        coding: [Fhir.Coding(system: "http://terminology.hl7.org/CodeSystem/observation-category", code: "vital-signs")])

    /// A resting heart rate, which the platform watches as those that `health.record` tells.
    public init(_ heartRate: Health.HeartRate) {
        let code = Fhir.CodeableConcept(coding: [Fhir.Coding(system: Self.loinc, code: Self.restingHeartRate, display: "Heart rate --resting")])
        self.init(code, Fhir.Quantity(Self.decimal(heartRate.bpm), ucum: "/min"), at: heartRate.at, category: [Self.vitalSigns])
    }

    /// By its digits: the nearest binary fraction has others.
    private static func decimal(_ number: Double) -> Decimal { Decimal(string: String(number)) ?? Decimal(number) }

    /// Nil where it is no resting heart rate at an instant that the platform counts: a final one, exact, in beats per minute.
    public var heartRate: Health.HeartRate? {
        guard Self.counted.contains(status), code.says(Self.restingHeartRate, of: Self.loinc), let quantity = valueQuantity, quantity.comparator == nil,
            Self.isPerMinute(quantity), let value = quantity.value, let text = effectiveDateTime, let instant = RFC3339.parse(text)
        else { return nil }
        return Health.HeartRate(NSDecimalNumber(decimal: value).doubleValue, at: instant)
    }

    /// Not what was entered in error, or is yet to be looked at.
    private static let counted: Set<String> = ["final", "amended", "corrected"]

    /// By UCUM's code where there is one; else by the words that are in use.
    private static func isPerMinute(_ quantity: Fhir.Quantity) -> Bool {
        let units = ObservedCode.restingHeartRate.units
        if let code = quantity.code { return units.contains(code) }
        return quantity.unit.map { units.contains($0) || ["beats/min", "beats/minute", "bpm"].contains($0.lowercased()) } ?? false
    }
}
