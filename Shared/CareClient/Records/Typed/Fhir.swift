import CareModels
import Foundation

/// Resources that the platform itself reads, as values: what R4 and STU3 have in common of them. They are for making resources and for reading them; what one
/// has beside these members is in the `FhirResource` alone, so change that one.
///
/// ```swift
/// try await care.records.create(FhirResource(Fhir.Observation(Health.HeartRate(62, at: Date()))))
/// let pulse = try record.resource.decode(Fhir.Observation.self)
/// ```
public enum Fhir {
    /// What a thing is, in a code system's word for it.
    public struct Coding: Codable, Equatable, Sendable {
        /// The code system's address: `http://loinc.org`.
        public var system: String?
        /// The system's word.
        public var code: String?
        /// The same for people.
        public var display: String?

        /// A code of a system.
        public init(system: String?, code: String?, display: String? = nil) {
            (self.system, self.code, self.display) = (system, code, display)
        }
    }

    /// What a thing is, in as many systems as one likes.
    public struct CodeableConcept: Codable, Equatable, Sendable {
        /// The same in each system.
        public var coding: [Coding]?
        /// In words, as it was said.
        public var text: String?

        /// What is called so.
        public init(coding: [Coding]? = nil, text: String? = nil) {
            (self.coding, self.text) = (coding, text)
        }

        /// Whether it is this one, among others or not.
        public func says(_ code: String, of system: String) -> Bool { coding?.contains { $0.system == system && $0.code == code } ?? false }
    }

    /// How much there is of something.
    public struct Quantity: Codable, Equatable, Sendable {
        /// To its last digit.
        public var value: Decimal?
        /// `<`, `<=`, `>=` or `>` where it is not the value itself but less or more than that: never show the value without it.
        public var comparator: String?
        /// For people.
        public var unit: String?
        /// The unit's system: `http://unitsofmeasure.org`.
        public var system: String?
        /// The unit in that system: `/min`.
        public var code: String?

        /// So much of a unit of UCUM.
        public init(_ value: Decimal, ucum code: String) {
            (self.value, unit, system, self.code) = (value, code, "http://unitsofmeasure.org", code)
        }
    }

    /// Another resource, or somebody.
    public struct Reference: Codable, Equatable, Sendable {
        /// An address: `Patient/…`.
        public var reference: String?
        /// For people.
        public var display: String?

        /// The resource at that address.
        public init(_ reference: String, display: String? = nil) {
            (self.reference, self.display) = (reference, display)
        }
    }

    /// What somebody is called.
    public struct HumanName: Codable, Equatable, Sendable {
        /// What it is used for: `official`, `nickname`.
        public var use: String?
        /// The whole as it is written.
        public var text: String?
        /// The surname.
        public var family: String?
        /// Given names, the first one first.
        public var given: [String]?

        /// A name of these parts.
        public init(use: String? = nil, text: String? = nil, family: String? = nil, given: [String]? = nil) {
            (self.use, self.text, self.family, self.given) = (use, text, family, given)
        }
    }

    /// A file.
    public struct Attachment: Codable, Equatable, Sendable {
        /// Its media type.
        public var contentType: String?
        /// Where it is: `Binary/…`.
        public var url: String?
        /// In bytes.
        public var size: Int?
        /// SHA-1 in base64.
        public var hash: String?
        /// As people call it.
        public var title: String?

        /// A file that the record has.
        public init(_ file: Records.File, title: String? = nil) {
            (contentType, url, size, hash, self.title) = (file.contentType, file.address, file.size, file.hash, title)
        }
    }
}
