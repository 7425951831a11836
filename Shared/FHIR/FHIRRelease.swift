import CareModels

/// The releases of FHIR that are served side by side. Their records never mix: an address belongs to one of them.
package enum FHIRRelease: String, CaseIterable, Sendable {
    case r4, stu3

    package var format: RecordFormat {
        switch self {
        case .r4: .fhirR4
        case .stu3: .fhirSTU3
        }
    }

    /// Nil for what is no resource.
    package init?(_ format: RecordFormat) {
        guard let release = Self.allCases.first(where: { $0.format == format }) else { return nil }
        self = release
    }

    package var version: String {
        switch self {
        case .r4: "4.0.1"
        case .stu3: "3.0.2"
        }
    }

    /// Where its names of ways to sign in are from.
    package var securityServices: String {
        switch self {
        case .r4: "http://terminology.hl7.org/CodeSystem/restful-security-service"
        case .stu3: "http://hl7.org/fhir/restful-security-service"
        }
    }

    package static let mediaType = "application/fhir+json"

    /// Under the issuer's address.
    package var path: String { "/fhir/\(rawValue)" }

    package func hasType(_ type: String) -> Bool { types.contains(type) }

    /// The type, when it is one of the release's.
    package func known(_ type: String) throws(UnknownResourceType) -> String {
        guard hasType(type) else { throw UnknownResourceType(release: self) }
        return type
    }

    package var types: Set<String> {
        switch self {
        case .r4: ResourceTypes.r4
        case .stu3: ResourceTypes.stu3
        }
    }
}

/// The release has no such type of resource.
package struct UnknownResourceType: Error, Equatable { package var release: FHIRRelease }
