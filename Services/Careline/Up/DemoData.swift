import CareModels
import Foundation

/// A small world to try things in: a verified provider with a clinic and weekly hours, a patient, an OAuth client, emergency rooms. Made through the public API, each
/// part only where it is missing, so a second start finds and keeps what people did with it.
struct DemoData: Sendable {
    /// What to try, ready for a terminal.
    struct Story: Sendable {
        var password: String
        /// Where only this machine reaches the gateway.
        var invitation: String?
        var lines: [String]
    }

    static let provider = "demo-provider"
    static let patient = "demo-patient"
    static let specialty = "cardiology"

    let api: DemoAPI
    let settings: ServiceEnvironment

    init(_ settings: ServiceEnvironment) {
        self.settings = settings
        api = DemoAPI(settings.layout, isPlain: settings.inherited["CARE_TLS_CERT"] == nil)
    }

    func load() async throws -> Story {
        let secrets = try DemoSecrets(settings.layout)
        let password = secrets.password
        let provider = try await account(
            Self.provider, password, ["role": "provider", "specialty": Self.specialty, "fullName": "Dr. Dana Demo", "timeZone": "America/Winnipeg"])
        let patient = try await account(Self.patient, password, ["role": "patient", "fullName": "Pat Demo", "timeZone": "America/Winnipeg"])
        try await haveClinic(provider)
        try await publishHours(provider)
        try await seedClients()
        let isLocal = settings.layout.isLocal
        if isLocal { try await inviteClients() }
        try await DemoEmergencyRooms(api: api, client: ImportClient(settings: settings)).load()
        return Story(password: password, invitation: isLocal ? secrets.invitation : nil, lines: try await thingsToTry(patient, provider, password))
    }

    private func account(_ username: String, _ password: String, _ card: [String: String]) async throws -> DemoAPI.Session {
        if let session = try await api.logIn(username, password) { return session }
        var form = card
        form["username"] = username
        form["password"] = password
        let made = try await api.send(.POST, .auth, "/signup", form)
        try api.expect([201], made, "signing \(username) up")
        guard let session = try await api.logIn(username, password) else { throw CrewFailure(description: "the demo account \(username) was made but cannot log in") }
        return session
    }

    /// The demo provider's clinic, and that somebody has seen their licence: by Auth's own commands, since nobody vouches for themselves.
    private func haveClinic(_ provider: DemoAPI.Session) async throws {
        let account = try await api.send(.GET, .auth, "/users/\(provider.userID)", token: provider.token)
        try api.expect([200], account, "reading the demo provider's account")
        if account.json["verified"] as? Bool == false { try await run("verify-provider", ["--username", Self.provider, "--licence-number", "DEMO-0001"]) }
        let clinics = try await api.send(.GET, .auth, "/organisations", token: provider.token)
        try api.expect([200], clinics, "reading the demo provider's organisations")
        guard (clinics.json["items"] as? [Any])?.isEmpty == true else { return }
        let clinic = ["--name", "Demo clinic", "--time-zone", "America/Winnipeg", "--address", "1 Demo Street\nWinnipeg MB  R3C 0A1"]
        try await run("create-organisation", clinic + ["--owner", Self.provider, "--owner-practises"])
    }

    /// One of Auth's own commands.
    private func run(_ command: String, _ arguments: [String]) async throws {
        let launch = Launch(
            executable: PlatformService.auth.path, arguments: [command] + arguments, environment: settings.environment(of: .auth),
            directory: settings.layout.state, log: settings.layout.log(command))
        try await Errand.run(launch, within: .seconds(30))
    }

    private func publishHours(_ provider: DemoAPI.Session) async throws {
        let current = try await api.send(.GET, .scheduling, "/providers/\(provider.userID)/availability", token: provider.token)
        if current.status == 200, let weekly = current.json["weekly"] as? [Any], !weekly.isEmpty { return }
        let days = ["monday", "tuesday", "wednesday", "thursday", "friday"]
        let hours = days.flatMap { day in
            [["weekday": day, "start": "09:00", "end": "12:00"], ["weekday": day, "start": "13:00", "end": "17:00"]]
        }
        let body: [String: Any] = ["timeZone": "America/Winnipeg", "slotMinutes": 30, "weekly": hours]
        let published = try await api.send(.PATCH, .scheduling, "/providers/availability", body, token: provider.token)
        try api.expect([200], published, "publishing the demo hours")
    }

    /// All that a patient or a provider can give to an app: it is there to try things with.
    static let appScopes = [
        "openid", "profile", "email", "offline_access", "account:read", "account:write", "appointments:read", "appointments:write",
        "availability:write", "health:read", "health:write", "records:read", "records:write", "messages:read", "messages:write",
        "organisations:read"
    ]

    /// There is no public way to make a client yet, so Auth's own command does. The API's reference, at the front door, is one too.
    private func seedClients() async throws {
        // Where Vite and most other development servers put a web app.
        let origins = ["http://localhost:5173", "http://127.0.0.1:5173", "http://localhost:3000", "http://127.0.0.1:3000"]
        // Of 127.0.0.1 any port; a name is taken as it is written.
        let redirects = ["http://127.0.0.1/callback", "http://localhost:5173/callback", "http://localhost:3000/callback"]
        try await seed("demo-app", "Demo app", redirects: redirects, origins: origins)
        try await seed("api-reference", "API reference", redirects: [ServiceEnvironment.issuer(settings.layout, settings.inherited) + "/docs/login"])
    }

    /// Whoever tries the demo registers clients of their own by the invitation that the first page shows: so many, so long, and anew with each start.
    private func inviteClients() async throws {
        let bounds = ["--clients", "\(DemoInvitation.clients)", "--days", "\(DemoInvitation.days)"]
        try await run("invite-clients", bounds + ["--token-file", settings.layout.demoInvitation] + Self.appScopes.flatMap { ["--scope", $0] })
    }

    private func seed(_ id: String, _ name: String, redirects: [String], origins: [String] = []) async throws {
        let client = ["--id", id, "--name", name] + redirects.flatMap { ["--redirect-uri", $0] }
        try await run("seed-client", client + origins.flatMap { ["--origin", $0] } + Self.appScopes.flatMap { ["--scope", $0] })
    }

    // MARK: What to try

    private func thingsToTry(_ patient: DemoAPI.Session, _ provider: DemoAPI.Session, _ password: String) async throws -> [String] {
        let base = ServiceEnvironment.issuer(settings.layout, settings.inherited)
        let curl = base.hasPrefix("https://127.0.0.1") ? "curl -sk" : "curl -s"
        let bearer = "-H \"authorization: Bearer $TOKEN\""
        let json = "-H 'content-type: application/json'"
        var appointment = "'\(base)/users/\(patient.userID)/appointments' \(bearer)"
        if let slot = try await firstSlot(patient, of: provider) {
            let booking = "{\"providerId\":\"\(provider.userID)\",\"title\":\"Check-up\",\"startTime\":\"\(slot.start)\",\"endTime\":\"\(slot.end)\"}"
            appointment = "\(base)/appointments \(bearer) \(json) -d '\(booking)'"
        }
        let login = "\(base)/auth/login \(json) -d '{\"username\":\"\(Self.patient)\",\"password\":\"\(password)\"}'"
        let message = "{\"participantIds\":[\"\(provider.userID)\"],\"initialMessage\":{\"clientId\":\"hello\",\"content\":{\"text\":\"Hello\"}}}"
        let heartRate = #"{\"items\":[{\"at\":\"$(date -u +%FT%TZ)\",\"bpm\":64,\"kind\":\"resting\"}]}"#
        let record = #"{"resourceType":"Observation","status":"final","code":{"text":"Steps"},"valueQuantity":{"value":8000}}"#
        return [
            "TOKEN=$(\(curl) \(login) | sed -E 's/.*\"accessToken\":\"([^\"]+)\".*/\\1/')",
            "\(curl) \(base)/providers/availability/\(Self.specialty) \(bearer)",
            "\(curl) \(appointment)",
            "\(curl) \(base)/conversations \(bearer) \(json) -d '\(message)'",
            "\(curl) \(base)/feed \(bearer)",
            "\(curl) \(base)/health/heart-rates \(bearer) \(json) -d \"\(heartRate)\"",
            "\(curl) \(base)/fhir/r4/Observation \(bearer) -H 'content-type: application/fhir+json' -d '\(record)'",
            "\(curl) '\(base)/ers/nearest?latitude=49.8951&longitude=-97.1384'"
        ]
    }

    /// nil when everything is booked. Waits until the provider is known to Scheduling, which hears of people from Kafka.
    private func firstSlot(_ patient: DemoAPI.Session, of provider: DemoAPI.Session) async throws -> (start: String, end: String)? {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(30)
        while true {
            let card = try await api.send(.GET, .scheduling, "/providers/\(provider.userID)", token: patient.token)
            if card.status == 200 { break }
            guard clock.now < deadline else {
                throw CrewFailure(
                    description:
                        "Scheduling does not know the demo provider 30 s after the sign-up: it did not hear of it from Kafka.\nLook into \(settings.layout.log("scheduling")) and \(settings.layout.log("auth")); `--no-demo` starts without."
                )
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        let answer = try await api.send(.GET, .scheduling, "/providers/\(provider.userID)/slots?limit=1", token: patient.token)
        guard let slot = (answer.json["items"] as? [[String: Any]])?.first, let start = slot["startTime"] as? String, let end = slot["endTime"] as? String else {
            return nil
        }
        return (start, end)
    }
}
