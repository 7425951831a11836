import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// A consent for what is annotated so.
@Suite struct AnnotatedConsentTests {
    private static func words(_ words: String) -> String { #""extension":[{"url":"https://careline.example/fhir/annotations","valueString":"\#(words)"}]"# }

    private static func found(_ world: World, _ query: String, _ provider: World.Person, _ patient: World.Person) async throws -> [String] {
        let answer = try await world.get("/fhir/r4/Observation?\(query)", provider, headers: World.of(patient))
        #expect(answer.status == 200)
        return try answer.json["entry"]?.children.compactMap { $0["resource"]?["id"]?.string }.sorted() ?? []
    }

    /// Those that the database pages through, those that the index answers, and those of which there is no index yet.
    private static let queries = ["_count=10", "status=final", "_sort=_id"]

    private func put(_ world: World, _ patient: World.Person, _ id: String, _ words: String) async throws {
        let body = #"{"resourceType":"Observation","id":"\#(id)","status":"final"}"#
        let answer = try await world.send(.PUT, "/fhir/r4/Observation/\(id)", patient, body, headers: ["Care-Annotations": words])
        #expect([200, 201].contains(answer.status))
    }

    @Test func searchesFindWhatIsAnnotatedSo() async throws {
        try await World.run { world in
            let (patient, provider) = (try world.patient(), try await world.provider())
            for (id, words) in [("a", "shared"), ("b", "other, shared"), ("c", "other"), ("d", "")] { try await put(world, patient, id, words) }
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", "," + Self.words("shared"))
            for query in Self.queries { #expect(try await Self.found(world, query, provider, patient) == ["a", "b"], "\(query)") }
            // With the next version's words, or without any.
            try await put(world, patient, "c", "shared")
            try await put(world, patient, "a", "")
            for query in Self.queries { #expect(try await Self.found(world, query, provider, patient) == ["b", "c"], "\(query)") }
            // Nobody has made an index yet; then the job has.
            world.dependencies.indexes.forget(patient.id)
            try await world.pool.withConnection { _ = try await $0.execute("UPDATE records SET search = NULL, search_terms = NULL") }
            for query in Self.queries { #expect(try await Self.found(world, query, provider, patient) == ["b", "c"], "\(query)") }
            let fill = FillSearchIndex(keys: world.dependencies.keys, base: world.dependencies.base)
            while try await (world.pool.transaction { tx in try await fill(tx) }) != nil {}
            for query in Self.queries { #expect(try await Self.found(world, query, provider, patient) == ["b", "c"], "\(query)") }
            #expect(try await world.get("/fhir/r4/Observation/a", provider, headers: World.of(patient)).status == 404)
            #expect(try await world.get("/fhir/r4/Observation/b", provider, headers: World.of(patient)).status == 200)
        }
    }

    @Test func whatIsTakenOutByAWordIsNotFound() async throws {
        try await World.run { world in
            let (patient, provider) = (try world.patient(), try await world.provider())
            for (id, words) in [("a", "mine"), ("b", "other"), ("c", "")] { try await put(world, patient, id, words) }
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","provision":[{"type":"deny",\#(Self.words("mine"))}]"#)
            for query in Self.queries { #expect(try await Self.found(world, query, provider, patient) == ["b", "c"], "\(query)") }
        }
    }

    /// Those that an earlier release stored, which knew no more of them than of any resource.
    @Test func aConsentOfBeforeComesToCount() async throws {
        try await World.run { world in
            let (patient, pulse, _) = try await world.sick()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", World.observationsOnly)
            let over = World.consent(to: "Practitioner/\(provider.id)", id: "over", status: "inactive")
            #expect(try await world.send(.PUT, "/fhir/r4/Consent/over", patient, over).status == 201)
            try await world.pool.withConnection {
                _ = try await $0.execute("DELETE FROM consents")
                _ = try await $0.execute("UPDATE records SET search = NULL, search_terms = NULL")
            }
            let path = "/fhir/r4/Observation/\(pulse)"
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 404)
            let fill = FillSearchIndex(keys: world.dependencies.keys, base: world.dependencies.base)
            // Whichever replica does it, it is done once.
            _ = try await together(2) { _ in
                while try await (world.pool.transaction { tx in try await fill(tx) }) != nil {}
            }
            #expect(try await world.count("SELECT count(*) FROM consents") == 1)
            #expect(try await world.get(path, provider, headers: World.of(patient)).status == 200)
            #expect(try await world.get("/fhir/r4/Condition", provider, headers: World.of(patient)).status == 403)
        }
    }
}
