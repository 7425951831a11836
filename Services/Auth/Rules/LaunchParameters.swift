import CareModels

/// What SMART App Launch adds to an authorization request (2.2, 2.0.9): for which server the token is meant, and in which launch the app was opened.
struct LaunchParameters: Equatable {
    /// As the app has it, without a slash at its end; nil when nothing asks for it.
    var fhirBase: String?
    var handle: String?

    /// Whether the server at `fhirBase` is ours is for who knows our address. A token for records goes to no app that another server has lured here.
    init(audience: String?, launch: String?, scopes: Set<String>) throws(OAuthError) {
        guard Self.areAboutRecords(scopes) else { return }
        guard let audience else {
            throw OAuthError(.invalidRequest, "aud is required: the address of the FHIR server that the token is for")
        }
        fhirBase = audience.hasSuffix("/") ? String(audience.dropLast()) : audience
        guard scopes.contains(LaunchScopes.launch) else { return }
        guard let launch, launch.utf8.count <= 255 else {
            throw OAuthError(.invalidRequest, "the scope launch goes with the parameter launch, which the app was opened with")
        }
        handle = launch
    }

    static var foreignAudience: OAuthError { OAuthError(.invalidRequest, "aud must be the address of a FHIR server of this platform") }

    static func areAboutRecords(_ scopes: Set<String>) -> Bool {
        scopes.contains {
            ClinicalScope.isMeant($0) || [LaunchScopes.fhirUser, LaunchScopes.launch, LaunchScopes.launchPatient, LaunchScopes.launchEncounter].contains($0)
        }
    }

    /// The addresses under which FHIR's resources are served.
    static func bases(issuer: String) -> [String] { ["/fhir/r4", "/fhir/stu3"].map { issuer + $0 } }
}
