import CareModels
import Foundation
import HTTP
import JSON
import Sealing
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite struct SharingRouteTests {
    @Test func aProviderReadsWhatTheyWereGiven() async throws {
        try await World.run { world in
            let (patient, pulse, condition) = try await world.sick()
            let provider = try await world.provider()
            let path = "/fhir/r4/Observation/\(pulse)"
            // Nobody is told who there is.
            let (known, unknown) = (
                try await world.get(path, provider, headers: World.of(patient)), try await world.get(path, provider, headers: World.of(world.patient()))
            )
            #expect(known.status == 404 && unknown.status == 404 && known.untraced == unknown.untraced)
            #expect(try await world.get(path, provider).status == 400)
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)", World.observationsOnly)
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 200)
            #expect(try await world.get("/fhir/r4/Observation", provider, headers: World.of(patient)).json["total"]?.number == 1)
            #expect(try await world.get("/fhir/r4/Condition/\(condition)", provider, headers: World.of(patient)).status == 403)
            #expect(try await world.get("/app-data", provider, headers: World.of(patient)).status == 403)
            // The token binds too.
            let narrow = World.Person(id: provider.id, token: try World.token(provider.id, .provider, scope: "user/Condition.rs"))
            #expect(try await world.get(path, narrow, headers: World.of(patient)).status == 403)
            // To withdraw it, whichever way, is to end it.
            let withdrawn = World.consent(to: "Practitioner/\(provider.id)", id: consent, status: "inactive")
            #expect(try await world.send(.PUT, "/fhir/r4/Consent/\(consent)", patient, withdrawn).status == 200)
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 404)
            let again = World.consent(to: "Practitioner/\(provider.id)", id: consent)
            #expect(try await world.send(.PUT, "/fhir/r4/Consent/\(consent)", patient, again).status == 200)
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 200)
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 404)
            #expect(try await world.count("SELECT count(*) FROM consents") == 0)
        }
    }

    @Test func aProviderWritesAsThemselves() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let body = #"{"resourceType":"Observation","id":"\#(pulse)","status":"amended"}"#
            let written = try await world.send(.PUT, "/fhir/r4/Observation/\(pulse)", provider, body, headers: World.of(patient))
            #expect(written.status == 200)
            let entries = try await world.get("/fhir/r4/Provenance", patient).json["entry"]?.children.map { $0 } ?? []
            let provenance = try #require(entries.first?["resource"])
            #expect(entries.count == 1)
            #expect(provenance["target"]?.children.first { _ in true }?["reference"]?.string == "Observation/\(pulse)/_history/2")
            let agent = provenance["agent"]?.children.first { _ in true }
            #expect(agent?["who"]?["reference"]?.string == "Practitioner/\(provider.id)")
            #expect(agent?["onBehalfOf"]?["reference"]?.string == "Patient/\(patient.id)")
            // What the patient writes says nothing of others.
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            #expect(try await world.get("/fhir/r4/Provenance", patient).json["total"]?.number == 1)
            // Who may see what the patient says alone.
            let gift = World.consent(to: "Practitioner/\(UserID(.v7()))")
            #expect(try await world.send(.POST, "/fhir/r4/Consent", provider, gift, headers: World.of(patient)).status == 403)
            #expect(try await world.send(.POST, "/fhir/r4/Consent", try world.machine(), gift, headers: World.of(patient)).status == 403)
            #expect(try await world.count("SELECT count(*) FROM consents") == 1)
        }
    }

    @Test func whatIsOutOfReachNowWasNeverThere() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            func observation(_ category: String) -> String {
                #"{"resourceType":"Observation","id":"o","category":[{"coding":[{"system":"urn:c","code":"\#(category)"}]}]}"#
            }
            let path = "/fhir/r4/Observation/o"
            for category in ["laboratory", "secret"] { _ = try await world.send(.PUT, path, patient, observation(category)) }
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","class":[{"system":"urn:c","code":"laboratory"}]"#)
            func status(_ more: String) async throws -> Int { try await world.get(path + more, provider, headers: World.of(patient)).status }
            for more in ["", "/_history/1", "/$diff?from=1&to=1", "/_history"] { #expect(try await status(more) == 404) }
            let changes = try await world.get("/fhir/r4/Observation/_history", provider, headers: World.of(patient))
            #expect(try changes.status == 200 && changes.json["entry"] == nil)
            // Nor is it written anew by whom it was out of reach of.
            #expect(try await world.send(.DELETE, path, patient).status == 204)
            #expect(try await world.send(.PUT, path, provider, observation("laboratory"), headers: World.of(patient)).status == 404)
            let line = Array(observation("laboratory").utf8)
            let imported = try await world.send(.POST, "/fhir/r4/$import", provider, line, headers: World.of(patient), type: "application/fhir+ndjson")
            #expect(imported.text.contains(#""name":"refused","valueInteger":1"#))
            #expect(try await world.send(.PUT, path, patient, observation("laboratory")).status == 201)
            for more in ["", "/_history/1", "/_history/4"] { #expect(try await status(more) == 200) }
            #expect(try await status("/_history/2") == 404)
        }
    }

    /// Whoever names somebody else in a Provenance of their own is named by the platform's.
    @Test func aProvenanceOfSomebodyElseIsAttested() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let forged = """
                {"resourceType":"Provenance","target":[{"reference":"Observation/\(pulse)"}],"recorded":"2026-03-06T11:10:00Z",\
                "agent":[{"who":{"reference":"Practitioner/\(UserID(.v7()))"}}]}
                """
            let made = try await world.send(.POST, "/fhir/r4/Provenance", provider, forged, headers: World.of(patient))
            #expect(made.status == 201)
            let entries = try await world.get("/fhir/r4/Provenance", patient).json["entry"]?.children.compactMap { $0["resource"] } ?? []
            #expect(entries.count == 2)
            let platforms = try #require(entries.first { $0["id"]?.string != made.id })
            #expect(platforms["target"]?.children.first { _ in true }?["reference"]?.string == "Provenance/\(made.id)/_history/1")
            #expect(platforms["agent"]?.children.first { _ in true }?["who"]?["reference"]?.string == "Practitioner/\(provider.id)")
        }
    }

    /// An answer that was kept for a retry may hold what is not given any more.
    @Test func aRetryIsAnsweredByWhatIsGivenNow() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let provider = try await world.provider()
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            // With an entry that could change something: an answer of readings alone is not kept.
            let entries = [("GET", pulse), ("DELETE", "none")].map { #"{"request":{"method":"\#($0.0)","url":"Observation/\#($0.1)"}}"# }
            let bundle = #"{"resourceType":"Bundle","type":"batch","entry":[\#(entries.joined(separator: ","))]}"#
            var headers = World.of(patient)
            headers.add(name: "Idempotency-Key", value: "once")
            #expect(try await world.send(.POST, "/fhir/r4", provider, bundle, headers: headers).text.contains("40443-4"))
            #expect(try await world.send(.POST, "/fhir/r4", provider, bundle, headers: headers).header("Idempotent-Replayed") == "true")
            // The same consent, for less.
            let types = #","class":[{"system":"http://hl7.org/fhir/resource-types","code":"Condition"}]"#
            let less = World.consent(to: "Practitioner/\(provider.id)", types, id: consent)
            #expect(try await world.send(.PUT, "/fhir/r4/Consent/\(consent)", patient, less).status == 200)
            let again = try await world.send(.POST, "/fhir/r4", provider, bundle, headers: headers)
            #expect(again.status == 422 && !again.text.contains("40443-4"))
        }
    }

    @Test func whatThePlatformSaysOfOthersStays() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let before = try await world.storage(patient).counted
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/\(pulse)", provider, headers: World.of(patient)).status == 204)
            #expect(try await world.storage(patient).counted == before)
            let entry = try await world.get("/fhir/r4/Provenance", patient).json["entry"]?.children.first { _ in true }
            let path = "/fhir/r4/Provenance/\(try #require(entry?["resource"]?["id"]?.string))"
            #expect(try await world.send(.DELETE, path, provider, headers: World.of(patient)).status == 405)
            #expect(try await world.send(.DELETE, path, patient).status == 204)
        }
    }

    @Test func whoMayReadIsWhoIsNamed() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let path = "/fhir/r4/Observation/\(pulse)"
            func status(_ caller: World.Person) async throws -> Int { try await world.get(path, caller, headers: World.of(patient)).status }
            let (doubtful, colleague, stranger) = (try await world.provider(isVerified: false), try await world.provider(), try await world.provider())
            _ = try await world.consent(patient, to: "Practitioner/\(doubtful.id)")
            #expect(try await status(doubtful) == 404)
            let house = OrganisationID(.v7())
            _ = try await world.consent(patient, to: "Organization/\(house)")
            func tell(_ event: some CareEvent) async throws { try await Self.tell(event, world) }
            try await tell(OrganisationMemberJoined(organisationId: house, version: 2, userId: colleague.id, roles: [.practitioner], joinedAt: Date()))
            try await tell(OrganisationMemberJoined(organisationId: house, version: 3, userId: stranger.id, roles: [.receptionist], joinedAt: Date()))
            #expect(try await status(colleague) == 200)
            #expect(try await status(stranger) == 404)
            try await tell(OrganisationMemberLeft(organisationId: house, version: 4, userId: colleague.id, leftAt: Date()))
            #expect(try await status(colleague) == 404)
            // Of a house all but one.
            try await tell(OrganisationMemberJoined(organisationId: house, version: 5, userId: colleague.id, roles: [.practitioner], joinedAt: Date()))
            #expect(try await status(colleague) == 200)
            #expect(try await world.explained(to: "Organization/\(house)", "Observation", pulse, by: patient) == (true, "consent"))
            for consent in try await world.get("/fhir/r4/Consent", patient).json["entry"]?.children.compactMap({ $0["resource"]?["id"]?.string }) ?? [] {
                #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
            }
            let colleagues = #","provision":[{"type":"deny","actor":[{"reference":{"reference":"Practitioner/\#(colleague.id)"}}]}]"#
            _ = try await world.consent(patient, to: "Organization/\(house)", colleagues)
            #expect(try await status(colleague) == 403)
            let relative = try world.patient()
            #expect(try await status(relative) == 403)
            _ = try await world.consent(patient, to: "RelatedPerson/\(relative.id)")
            #expect(try await status(relative) == 200)
            let app = World.Person(id: UserID(.v7()), token: try World.token(nil, .service, scope: "system/Observation.rs"))
            #expect(try await status(app) == 403)
            _ = try await world.consent(patient, to: "Device/machine")
            #expect(try await status(app) == 200)
        }
    }

    private static func tell(_ event: some CareEvent, _ world: World) async throws {
        let project = ProjectOrganisation()
        try await world.pool.transaction { tx in
            switch event {
            case let event as OrganisationMemberJoined: _ = try await project(OrganisationNews(event), tx)
            case let event as OrganisationMemberLeft: _ = try await project(OrganisationNews(event), tx)
            default: Issue.record("no such event")
            }
        }
    }

    /// A replica that still has the person's key in memory stores nothing by it.
    @Test func thereIsNoEmergencyOfWhoWasErasedElsewhere() async throws {
        try await World.run { world in
            let (patient, _, _) = try await world.sick()
            let provider = try await world.provider()
            try await world.pool.transaction { try await ErasePerson(keys: PersonKeys(World.masters), now: world.clock.now)(patient.id, $0) }
            let body = #"{"patientId":"\#(patient.id)","reason":"Unconscious"}"#
            #expect(try await world.send(.POST, "/records/break-glass", provider, Array(body.utf8), type: "application/json").status == 404)
            #expect(try await world.count("SELECT count(*) FROM overrides") == 0)
        }
    }

    /// Each time the patient is told.
    @Test func noProviderSeesAnEmergencyEverySecond() async throws {
        try await World.run { world in
            let (patient, _, _) = try await world.sick()
            let (provider, other) = (try await world.provider(), try await world.provider())
            func ask(_ caller: World.Person, _ reason: String) async throws -> Int {
                let body = #"{"patientId":"\#(patient.id)","reason":"\#(reason)"}"#
                return try await world.send(.POST, "/records/break-glass", caller, Array(body.utf8), type: "application/json").status
            }
            for _ in 0..<29 { #expect(try await ask(provider, " ") == 400) }
            #expect(try await ask(provider, "Unconscious") == 201)
            #expect(try await ask(provider, "Unconscious") == 429)
            #expect(try await ask(other, "Unconscious") == 201)
            #expect(try await world.count("SELECT count(*) FROM overrides") == 2)
        }
    }

    @Test func inAnEmergencyAProviderReadsForAnHour() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let (provider, doubtful) = (try await world.provider(), try await world.provider(isVerified: false))
            let body = #"{"patientId":"\#(patient.id)","reason":"Unconscious after a seizure"}"#
            func ask(_ caller: World.Person, _ body: String) async throws -> Answer {
                try await world.send(.POST, "/records/break-glass", caller, Array(body.utf8), type: "application/json")
            }
            #expect(try await ask(doubtful, body).status == 403)
            #expect(try await ask(patient, body).status == 403)
            #expect(try await ask(provider, #"{"patientId":"\#(UserID(.v7()))","reason":"x"}"#).status == 404)
            #expect(try await ask(provider, #"{"patientId":"\#(patient.id)","reason":" "}"#).status == 400)
            let answer = try await ask(provider, body)
            #expect(answer.status == 201)
            let id = try #require(UUID(uuidString: answer.id))
            #expect(try await world.events(of: id, on: .recordAccess).map(\.type) == [RecordAccessOverridden.type])
            let path = "/fhir/r4/Observation/\(pulse)"
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 200)
            #expect(try await world.send(.DELETE, path, provider, headers: World.of(patient)).status == 403)
            let log = try await world.accesses(patient)
            #expect(log.contains { $0["interaction"]?.string == "read" && $0["basis"]?.string == "break-glass" && $0["purpose"]?.string == "BTG" })
            // Also beside a consent, for whatever it is.
            let consent = try await world.consent(
                patient, to: "Practitioner/\(provider.id)", #","class":[{"system":"http://hl7.org/fhir/resource-types","code":"Condition"}]"#)
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 200)
            let beside = try #require(try await world.accesses(patient).first { $0["interaction"]?.string == "read" })
            #expect(beside["basis"]?.string == "break-glass" && beside["purpose"]?.string == "BTG" && beside["sourceIds"]?.childCount == 2)
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
            // Reviewers see why.
            let reviewer = World.Person(id: UserID(.v7()), token: try World.token(UserID(.v7()), .admin, scope: "admin:audit"))
            let list = try await world.get("/records/break-glass?limit=1", reviewer)
            #expect(list.text.contains("Unconscious after a seizure"))
            #expect(try await world.get("/records/break-glass", provider).status == 403)
            world.clock.advance(3600)
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 404)
            // What can no longer be read is left out, and the rest is shown.
            try await world.pool.withConnection { try await $0.script("UPDATE overrides SET reason = set_byte(reason, 20, (get_byte(reason, 20) + 1) % 256)") }
            let unread = try await world.get("/records/break-glass", reviewer)
            #expect(unread.status == 200)
            let item = try #require(try unread.json["items"]?.children.first { _ in true })
            #expect(item["providerId"]?.string == provider.id.description && item["reason"]?.string == nil)
        }
    }

    @Test func thePatientSeesWhoRead() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let (provider, stranger) = (try await world.provider(name: "Ines Lindqvist"), try await world.provider())
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            #expect(try await world.get("/fhir/r4/Observation/\(pulse)", provider, headers: World.of(patient)).status == 200)
            #expect(try await world.get("/fhir/r4/Observation?_count=5", provider, headers: World.of(patient)).status == 200)
            #expect(try await world.get("/fhir/r4/Observation/\(pulse)", stranger, headers: World.of(patient)).status == 404)
            #expect(try await world.get("/fhir/r4/Observation/\(pulse)", try world.machine(), headers: World.of(patient)).status == 200)
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/\(pulse)", patient, #"{"resourceType":"Observation","id":"x"}"#).status == 400)
            let log = try await world.accesses(patient)
            #expect(log.map { $0["interaction"]?.string } == ["update", "read", "read", "search-type", "read", "create", "create", "create"])
            #expect(log.map { $0["refused"]?.flag } == [true, false, true, false, false, false, false, false])
            let read = try #require(log.dropFirst(4).first)
            #expect(read["doneByName"]?.string == "Ines Lindqvist" && read["role"]?.string == "provider" && read["purpose"]?.string == "TREAT")
            #expect(read["sourceIds"]?.children.first { _ in true }?.string == consent && read["basis"]?.string == "consent")
            #expect(log[1]["basis"]?.string == "machine" && log[2]["basis"]?.string == "none")
            // The same as FHIR has it, page by page.
            var (path, found) = ("/fhir/r4/AuditEvent?_count=3", [String]())
            while let answer = Optional(try await world.get(path, patient)), found.count < 50 {
                #expect(answer.status == 200)
                let entries = try answer.json["entry"]?.children.compactMap { $0["resource"]?["id"]?.string } ?? []
                found += entries
                let next = try answer.json["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string
                guard let next else { break }
                path = String(next.dropFirst("http://care.test".count))
            }
            #expect(found.count >= log.count && Set(found).count == found.count)
            let id = try #require(found.last)
            let one = try await world.get("/fhir/r4/AuditEvent/\(id)", patient)
            #expect(one.status == 200 && one.id == id)
            #expect(try await world.get("/fhir/r4/AuditEvent?code=x", patient).status == 400)
            #expect(try await world.get("/fhir/r4/AuditEvent?agent=a,,b", patient).status == 400)
            try await world.auditEvents(of: patient, read: pulse, by: provider, refused: stranger)
            #expect(try await world.get("/fhir/r4/AuditEvent?date=ge2026-03-06&date=lt2026-03-07", patient).json["entry"]?.childCount ?? 0 > 5)
            #expect(try await world.get("/fhir/r4/AuditEvent?date=lt2026-03-06", patient).json["entry"] == nil)
            for (date, isFound) in [
                ("ne2026-03-05", true), ("2026-03-05,2026-03-06", true), ("lt2026-03-06,2026-03-05", false), ("ge2026-03-06T00:00Z", true),
                ("lt2026-03-06T00:00Z", false), ("ap2026-03-06", true), ("ge2026-03-06&date=2026-03-04,2026-03-05", false)
            ] {
                let found = try await world.get("/fhir/r4/AuditEvent?date=\(date)", patient)
                #expect(found.status == 200)
                #expect(try (found.json["entry"] != nil) == isFound, "\(date)")
            }
            for date in ["xx2026", "2026-03-06,", "ge", "ne2026-99"] {
                #expect(try await world.get("/fhir/r4/AuditEvent?date=\(date)", patient).status == 400, "\(date)")
            }
            // Of a search by what, and never what for.
            #expect(try await world.get("/fhir/r4/Observation?code=urn:x%7Cwhisper&date=ge2026&_count=5", patient).status == 200)
            let newest = try #require(try await world.get("/fhir/r4/AuditEvent?_count=1", patient).json["entry"]?.children.first { _ in true })
            let search = newest["resource"]?["entity"]?.children.first { $0["name"]?.string == "search" }
            #expect(search?["description"]?.string == "code, date")
            // What an app stores itself is a resource like all others.
            let own = #"{"resourceType":"AuditEvent","id":"ours"}"#
            #expect(try await world.send(.POST, "/fhir/r4/AuditEvent", patient, own).status == 201)
            #expect(try await world.send(.PUT, "/fhir/r4/AuditEvent/ours", patient, own).status == 201)
            #expect(try await world.get("/fhir/r4/AuditEvent/ours", patient).status == 200)
            #expect(try await Set(world.get("/fhir/r4?_type=AuditEvent", patient).found()).contains("ours"))
            // It stays as it is.
            let forged = #"{"resourceType":"AuditEvent","id":"\#(id)"}"#
            #expect(try await world.send(.PUT, "/fhir/r4/AuditEvent/\(id)", patient, forged).status == 405)
            #expect(try await world.send(.DELETE, "/fhir/r4/AuditEvent/\(id)", patient).status == 405)
            let imported = try await world.send(.POST, "/fhir/r4/$import", patient, Array(forged.utf8), type: "application/fhir+ndjson")
            #expect(imported.text.contains("405") && !imported.text.contains(#""name":"created","valueInteger":1"#))
            #expect(try await world.get("/fhir/r4/AuditEvent", provider, headers: World.of(patient)).status == 403)
            #expect(try await world.get("/records/access-log", provider).status == 403)
        }
    }

    @Test func whyIsExplained() async throws {
        try await World.run { world in
            let (patient, pulse, condition) = try await world.sick()
            let (provider, stranger) = (try await world.provider(), try await world.provider())
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)", World.observationsOnly)
            let all = try await world.get("/fhir/r4/$explain-access", patient)
            #expect(all.status == 200 && all.text.contains("Consent/\(consent)") && all.text.contains("Practitioner/\(provider.id)"))
            #expect(try await world.explained(to: "Practitioner/\(provider.id)", "Observation", pulse, by: patient) == (true, "consent"))
            #expect(try await world.explained(to: "Practitioner/\(provider.id)", "Condition", condition, by: patient) == (false, "no-consent-for-this"))
            #expect(try await world.explained(to: "Practitioner/\(stranger.id)", "Observation", pulse, by: patient) == (false, "no-consent"))
            // What a token lacks is told apart from what nobody has given.
            let asked = "/fhir/r4/$explain-access?actor=Practitioner/\(provider.id)&type=Observation"
            func read(_ more: String) async throws -> [String: String] { try await world.explanation(asked + more, by: patient) }
            #expect(try await read("&scope=user/Condition.rs") == ["interaction": "read", "reason": "no-scope-for-this", "missingScope": "user/Observation.r"])
            #expect(try await read("&scope=user/Observation.r+openid") == ["interaction": "read", "reason": "consent", "scope": "user/Observation.r"])
            #expect(try await read("&scope=records:write")["reason"] == "no-scope-for-this")
            let research = try await world.consent(
                patient, to: "Practitioner/\(stranger.id)", #","purpose":[{"system":"http://terminology.hl7.org/CodeSystem/v3-ActReason","code":"HRESCH"}]"#)
            let ofStranger = "/fhir/r4/$explain-access?actor=Practitioner/\(stranger.id)&type=Observation"
            #expect(try await world.explanation(ofStranger, by: patient)["reason"] == "no-consent")
            #expect(try await world.explanation(ofStranger + "&purpose=HRESCH", by: patient)["reason"] == "consent")
            #expect(try await world.get(ofStranger + "&purpose=HRESCH", patient).text.contains("Consent/\(research)"))
            for wrong in ["&purpose=BTG", "&purpose=fun"] { #expect(try await world.get(asked + wrong, patient).status == 400) }
            for alone in ["scope=records:read", "purpose=TREAT"] { #expect(try await world.get("/fhir/r4/$explain-access?\(alone)", patient).status == 400) }
            #expect(try await world.get("/fhir/r4/$explain-access", provider, headers: World.of(patient)).status == 403)
            let refused = try await world.get("/fhir/r4/$explain-access?actor=nobody&purpose=ANY&id=7", patient)
            #expect(refused.status == 400)
            for name in ["actor must", "purpose must", "id goes with"] { #expect(refused.text.contains(name), "\(name)") }
            let unknown = try await world.get("/fhir/r4/$explain-access?actor=nobody&type=Nonsense&id=7", patient)
            #expect(unknown.status == 400 && !unknown.text.contains("id goes with"))
            for name in ["actor must", "type must"] { #expect(unknown.text.contains(name), "\(name)") }
        }
    }
}

extension World {
    /// The texts of the first answer, of reading.
    fileprivate func explanation(_ path: String, by patient: Person) async throws -> [String: String] {
        let answer = try await get(path, patient)
        #expect(answer.status == 200, "\(answer.text)")
        let part = try answer.json["parameter"]?.children.first { $0["name"]?.string == "access" }?["part"]?.children.map { $0 } ?? []
        let texts = part.compactMap { each in each["valueString"]?.string.map { (each["name"]?.string ?? "", $0) } }
        return Dictionary(texts, uniquingKeysWith: { first, _ in first })
    }

    /// By its address and by a form the log is the same, and by what it is asked for.
    fileprivate func auditEvents(of patient: Person, read pulse: String, by provider: Person, refused stranger: Person) async throws {
        func found(_ query: String) async throws -> [JSONValue] {
            let got = try await get("/fhir/r4/AuditEvent?_count=200&\(query)", patient)
            let form = Array("_count=200&\(query)".utf8)
            let posted = try await send(.POST, "/fhir/r4/AuditEvent/_search", patient, form, type: "application/x-www-form-urlencoded")
            #expect(got.status == 200 && posted.status == 200, "\(query): \(got.text) \(posted.text)")
            let (events, again) = try (got.json["entry"].map { Array($0.children) } ?? [], posted.json["entry"].map { Array($0.children) } ?? [])
            // Asking is a use too: it is in the later answer.
            let ids = events.compactMap { $0["resource"]?["id"]?.string }
            #expect(Set(again.compactMap { $0["resource"]?["id"]?.string }).isSuperset(of: ids), "\(query)")
            return events.compactMap { $0["resource"] }
        }
        let byProvider = try await found("agent=Practitioner/\(provider.id)")
        #expect(byProvider.count == 2 && byProvider.allSatisfy { $0["outcome"]?.string == "0" })
        #expect(try await found("agent=\(provider.id)").count == 2)
        #expect(try await found("agent=\(provider.id),\(stranger.id)").count == 3)
        #expect(try await found("agent=Patient/\(provider.id)").isEmpty)
        #expect(try await found("agent=\(provider.id)&subtype=read").count == 1)
        #expect(try await found("agent=\(stranger.id)&outcome=4").count == 1)
        #expect(try await found("agent=\(provider.id)&entity=Observation/\(pulse)").count == 2)
        #expect(try await found("agent=\(provider.id)&entity=Observation/\(UserID(.v7()))").isEmpty)
        #expect(try await found("patient=\(patient.id)&agent=\(provider.id)&action=R").count == 1)
        #expect(try await found("patient=\(provider.id)").isEmpty)
        #expect(try await found("subtype=http://hl7.org/fhir/restful-interaction%7Cread").count >= 3)
        #expect(try await found("subtype=\(AccessEvent.operationsSystem)%7Cread").isEmpty)
        #expect(try await found("type=rest").count > 5)
        #expect(try await found("type=login").isEmpty)
        // By their own ids, in the order that there is; what is not known is passed over for the lenient alone.
        let both = byProvider.compactMap { $0["id"]?.string }
        #expect(try await found("_id=\(both.joined(separator: ",")),nobody&_sort=-date").compactMap { $0["id"]?.string } == both)
        #expect(try await found("_id=\(both[0])&agent=\(stranger.id)").isEmpty)
        #expect(try await found("_id=nobody").isEmpty)
        #expect(try await found("_id=AuditEvent/\(both[0])").compactMap { $0["id"]?.string } == [both[0]])
        #expect(try await found("_lastUpdated=lt2026-03-06").isEmpty)
        #expect(try await found("_lastUpdated=ge2026-03-06&agent=\(provider.id)").count == 2)
        for query in ["_sort=date", "_id=", "_id=\((0...20).map { "access.\($0 + 1).0" }.joined(separator: ","))", "colour=red"] {
            #expect(try await get("/fhir/r4/AuditEvent?\(query)", patient).status == 400, "\(query)")
        }
        let first = try await get("/fhir/r4/AuditEvent?_count=1&_id=\(both.joined(separator: ","))", patient).json
        let other = try #require(first["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string)
        #expect(try await get(String(other.dropFirst("http://care.test".count)), patient).found() == [both[1]])
        let lenient = try await send(.GET, "/fhir/r4/AuditEvent?colour=red&_count=1", patient, headers: ["Prefer": "handling=lenient"])
        #expect(try lenient.found().count == 1 && lenient.text.contains("not-supported") && lenient.header("Content-Language") == "en")
        // Page by page, however few there are.
        let page = try await get("/fhir/r4/AuditEvent?_count=1&agent=\(provider.id),\(stranger.id)", patient).json
        let next = try #require(page["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string)
        let second = try await get(String(next.dropFirst("http://care.test".count)), patient).json
        let ids = [page, second].map { $0["entry"]?.children.first { _ in true }?["resource"]?["id"]?.string }
        #expect(ids[0] != nil && ids[1] != nil && ids[0] != ids[1])
    }

    /// Whether it is explained that somebody may read, and why.
    fileprivate func explained(to actor: String, _ type: String, _ id: String, by patient: Person) async throws -> (Bool?, String?) {
        let answer = try await get("/fhir/r4/$explain-access?actor=\(actor)&type=\(type)&id=\(id)", patient)
        let part = try answer.json["parameter"]?.children.first { $0["name"]?.string == "access" }?["part"]?.children.map { $0 } ?? []
        let named = { (name: String) in part.first { $0["name"]?.string == name } }
        return (named("allowed")?["valueBoolean"]?.flag, named("reason")?["valueString"]?.string)
    }
}
