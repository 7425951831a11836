import CareModels

/// What a device asks for (RFC 8628, 3.1), and what its person lets it do: that of any app, but for what a browser or another app stands behind.
enum DeviceScopes {
    /// No browser's login keeps it connected, and no app opens it.
    private static let ofOthers: Set<String> = [LaunchScopes.fhirUser, LaunchScopes.launch, LaunchScopes.launchEncounter, LaunchScopes.onlineAccess]

    /// `audience`: as in an authorization request, and for the same reason. `bases`: of the platform's FHIR servers.
    static func asked(_ text: String?, audience: String?, of client: Client, bases: [String]) throws(OAuthError) -> Set<String> {
        let scopes = try Scopes.asked(text, within: client.grantable).subtracting(ofOthers).filter { !Scopes.isForMachines($0) }
        guard !scopes.isEmpty else { throw OAuthError(.invalidScope, "scope must name at least one scope that this client may have") }
        let parameters = try LaunchParameters(audience: audience, launch: nil, scopes: scopes)
        if let base = parameters.fhirBase, !bases.contains(base) { throw LaunchParameters.foreignAudience }
        return scopes
    }

    /// Nothing of it where it asks for a patient, and this person has no records of their own: it would go on without one.
    static func given(_ asked: Set<String>, to client: Client, by role: Role) -> Set<String> {
        let scopes = client.remaining(of: asked).subtracting(ofOthers)
        guard role == .patient || !Launch.isAboutPatient(scopes) else { return [] }
        return Scopes.given(by: role, of: scopes, launch: nil)
    }
}
