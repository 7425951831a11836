import CareModels
import HTTP

/// `POST /oauth/launches`: an app of the platform's own opens another one for a patient's records (SMART App Launch, EHR launch): for those of the patient who is logged
/// in, or, for a provider, of the patient whom they name. The app is opened at its own address with `iss` and `launch`, which it brings along to `/oauth/authorize`.
struct CreateLaunch: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        /// Whichever may be opened so unless given.
        var clientId: String?
        /// Whose records; a patient's own unless given.
        var patientId: UserID?
        /// Of the visit that it is about.
        var encounterId: String?
    }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        try await dependencies.requireLiveSession(request)
        let body: Body = try request.decode()
        var checks = Checks()
        if let encounter = body.encounterId { checks.check(Launch.isEncounterID(encounter), "encounterId", "must be an id of FHIR's") }
        try checks.done()
        guard let own = try await dependencies.clients.client(request.identity.clientID) else { throw Launch.Refusal.notTrusted }
        let patient = try Launch.patient(body.patientId, by: (user, request.identity.role, own))
        if let app = body.clientId { try Launch.check(opening: try await dependencies.clients.client(app)) }
        let handle = Base64URL.encode(Secret.random())
        let launch = Launch(
            handleHash: Secret.hash(handle), userID: user, clientID: body.clientId, patientID: patient, encounterID: body.encounterId,
            expiresAt: dependencies.now().addingTimeInterval(Launch.lifetime))
        try await dependencies.pool.transaction { tx in try await MakeLaunch()(launch, tx) }
        let view = LaunchView(launch: handle, patientId: patient, servers: LaunchParameters.bases(issuer: dependencies.settings.issuer), expiresAt: launch.expiresAt)
        return try .json(view, status: .created, headers: ["Cache-Control": "no-store"])
    }
}
