import CareModels

/// The releases of FHIR that are served side by side. Their records never mix: an address belongs to one of them.
enum FHIRRelease: String, CaseIterable, Sendable {
    case r4, stu3

    var format: RecordFormat {
        switch self {
        case .r4: .fhirR4
        case .stu3: .fhirSTU3
        }
    }

    var version: String {
        switch self {
        case .r4: "4.0.1"
        case .stu3: "3.0.2"
        }
    }

    /// Where its names of ways to sign in are from.
    var securityServices: String {
        switch self {
        case .r4: "http://terminology.hl7.org/CodeSystem/restful-security-service"
        case .stu3: "http://hl7.org/fhir/restful-security-service"
        }
    }

    static let mediaType = "application/fhir+json"

    /// Under the issuer's address.
    var path: String { "/fhir/\(rawValue)" }

    func hasType(_ type: String) -> Bool { types.contains(type) }

    /// The type, when it is one of the release's.
    func known(_ type: String) throws(UnknownResourceType) -> String {
        guard hasType(type) else { throw UnknownResourceType(release: self) }
        return type
    }

    var types: Set<String> {
        switch self {
        case .r4: ResourceTypes.r4
        case .stu3: ResourceTypes.stu3
        }
    }
}

/// The release has no such type of resource.
struct UnknownResourceType: Error, Equatable { var release: FHIRRelease }
