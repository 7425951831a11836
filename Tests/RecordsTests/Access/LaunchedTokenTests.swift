import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// A provider's token for the patient whom an app was opened for (SMART App Launch, EHR launch): it narrows what the provider was given, and widens nothing.
@Suite struct LaunchedTokenTests {
    private static func launched(_ provider: World.Person, for patient: World.Person, scope: String) throws -> World.Person {
        World.Person(id: provider.id, token: try TestIssuer.token(provider.id, .provider, scope: scope, patient: patient.id))
    }

    private static let scopes = ["patient/*.cruds", "user/*.cruds", World.everyScope]

    @Test(arguments: scopes) func itOpensThatPatientsRecordAlone(_ scope: String) async throws {
        try await World.run { world in
            let ((patient, pulse, _), (other, others, _)) = (try await world.sick(), try await world.sick())
            let provider = try await world.provider()
            for person in [patient, other] { _ = try await world.consent(person, to: "Practitioner/\(provider.id)") }
            let app = try Self.launched(provider, for: patient, scope: scope)

            // Nobody has to be named.
            for headers in [[:], World.of(patient)] as [HTTPHeaders] {
                #expect(try await world.get("/fhir/r4/Observation/\(pulse)", app, headers: headers).status == 200)
                let found = try await world.get("/fhir/r4/Observation", app, headers: headers)
                #expect(try found.status == 200 && found.json["entry"]?.childCount == 1)
            }
            #expect(try await world.get("/fhir/r4/Observation?patient=\(patient.id)", app).status == 200)
            #expect(try await world.get("/fhir/r4/Patient/\(patient.id)", app).id == "\(patient.id)")

            // The provider may see the other one too, by a token that is for nobody in particular.
            #expect(try await world.get("/fhir/r4/Observation/\(others)", provider, headers: World.of(other)).status == 200)
            for path in ["/fhir/r4/Observation/\(others)", "/fhir/r4/Observation", "/fhir/r4/$export", "/fhir/r4/Observation/_history"] {
                #expect(try await world.get(path, app, headers: World.of(other)).status == 403, "\(path)")
            }
            #expect(try await world.get("/fhir/r4/Observation/\(others)", app).status == 404)
            #expect(try await world.get("/fhir/r4/Observation?patient=\(other.id)", app).json["entry"] == nil)
            #expect(try await world.get("/fhir/r4/Patient/\(other.id)", app).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/\(other.id)/Observation", app).json["entry"] == nil)
            #expect(try await world.send(.POST, "/fhir/r4/Observation", app, Examples.heartRate(), headers: World.of(other)).status == 403)
            let batch = #"{"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"GET","url":"Observation/\#(others)"}}]}"#
            #expect(try await world.send(.POST, "/fhir/r4", app, batch, headers: World.of(other)).status == 403)
            #expect(try await world.send(.POST, "/fhir/r4", app, batch).text.contains("404 Not Found"))
            // Nor is there more than one to look through.
            #expect(try await world.get("/fhir/r4/Observation?_total=accurate", app).json["total"]?.number == 1)
        }
    }

    @Test(arguments: scopes) func itGivesNothingThatTheProviderWasNotGiven(_ scope: String) async throws {
        try await World.run { world in
            let (patient, pulse, condition) = try await world.sick()
            let provider = try await world.provider()
            let app = try Self.launched(provider, for: patient, scope: scope)
            let path = "/fhir/r4/Observation/\(pulse)"
            #expect(try await world.get(path, app).status == 404)
            #expect(try await world.get("/fhir/r4/Patient/\(patient.id)", app).status == 404)
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)", World.observationsOnly)
            #expect(try await world.get(path, app).status == 200)
            #expect(try await world.get("/fhir/r4/Condition/\(condition)", app).status == 403)
            // Records decides at each request: what was taken back is gone while the token lasts.
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204)
            #expect(try await world.get(path, app).status == 404)
        }
    }

    @Test func itsScopesBindToo() async throws {
        try await World.run { world in
            let (patient, pulse, condition) = try await world.sick()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let app = try Self.launched(provider, for: patient, scope: "patient/Observation.rs")
            #expect(try await world.get("/fhir/r4/Observation/\(pulse)", app).status == 200)
            #expect(try await world.get("/fhir/r4/Condition/\(condition)", app).status == 403)
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/\(pulse)", app).status == 403)
        }
    }

    @Test func anEmergencyIsThatPatientsToo() async throws {
        try await World.run { world in
            let ((patient, pulse, _), (other, _, _)) = (try await world.sick(), try await world.sick())
            let provider = try await world.provider()
            let app = try Self.launched(provider, for: patient, scope: "records:read")
            func breakGlass(_ person: World.Person) async throws -> Int {
                let body = #"{"patientId":"\#(person.id)","reason":"Unconscious"}"#
                return try await world.send(.POST, "/records/break-glass", app, Array(body.utf8), type: "application/json").status
            }
            #expect(try await breakGlass(other) == 403)
            #expect(try await world.get("/fhir/r4/Observation/\(pulse)", app).status == 404)
            #expect(try await breakGlass(patient) == 201)
            #expect(try await world.get("/fhir/r4/Observation/\(pulse)", app).status == 200)
        }
    }
}
