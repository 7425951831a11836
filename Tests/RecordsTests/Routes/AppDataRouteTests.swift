import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite(.timeLimit(.minutes(5))) struct AppDataRouteTests {
    private struct View: Decodable {
        var id: String
        var version: Int
        var status: RecordStatus
        var annotations: [String]
        var contentType: String?
        var createdAt: Date
        var updatedAt: Date
    }

    private struct List: Decodable {
        var items: [View]
        var nextCursor: String?
    }

    @Test(arguments: [0, 1, 10 << 20]) func anyBytesComeBackAsTheyWere(size: Int) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 167) }
            let created = try await world.send(.POST, "/app-data", patient, bytes, type: "application/x-own; v=1")
            #expect(created.status == 201)
            let view: View = try created.decode()
            #expect(created.headers.first(name: "Location") == "/app-data/\(view.id)" && created.tag == "\"1\"")
            let read = try await world.get("/app-data/\(view.id)", patient)
            #expect(read.status == 200 && read.body == bytes)
            #expect(read.headers.first(name: "Content-Type") == "application/x-own; v=1")
            #expect(read.headers.first(name: "X-Content-Type-Options") == "nosniff")
            #expect(read.headers.first(name: "Content-Security-Policy") == "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
        }
    }

    @Test func moreThanTenMebibytesAreRefused() async throws {
        try await World.run { world in
            let answer = try await world.send(.POST, "/app-data", try world.patient(), [UInt8](repeating: 1, count: (10 << 20) + 1), type: "a/b")
            #expect(answer.status == 413)
            #expect(answer.text.contains("10485760"))
        }
    }

    @Test func jsonIsKeptAsWrittenAndCheckedToBeJSON() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let text = "{ \"exact\": 1.10, \"b\":[ ] }"
            let created = try await world.send(.POST, "/app-data", patient, Array(text.utf8), type: "application/json")
            let view: View = try created.decode()
            #expect(try await world.get("/app-data/\(view.id)", patient).text == text)
            // Refused as every other body is that is no JSON.
            for text in [#"{"a":[1,}"#, "\u{FEFF}{}", "{} x"] {
                let broken = try await world.send(.POST, "/app-data", patient, Array(text.utf8), type: "application/json")
                #expect(try broken.status == 400 && broken.problem.slug == "malformed-json", "\(broken.text)")
            }
            let twice = try await world.send(.PUT, "/app-data/\(view.id)", patient, Array(#"{"a":1,"a":2}"#.utf8), type: "application/json")
            #expect(try twice.status == 400 && twice.problem.fieldNames == ["a"])
        }
    }

    @Test func annotationsAreKeptWhenAbsentAndReplacedWhenGiven() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let created = try await world.send(.POST, "/app-data", patient, [1], headers: ["Care-Annotations": "Diary,2026"], type: "a/b")
            let id = try created.decode(View.self).id
            #expect(try created.decode(View.self).annotations == ["2026", "diary"])
            try world.setClock("2026-03-06T12:30:00Z")
            let kept = try await world.send(.PUT, "/app-data/\(id)", patient, [2], type: "c/d")
            let view: View = try kept.decode()
            #expect(view.annotations == ["2026", "diary"] && view.version == 2 && view.contentType == "c/d")
            #expect(RFC3339.format(view.createdAt) == World.start && RFC3339.format(view.updatedAt) == "2026-03-06T12:30:00Z")
            let replaced = try await world.send(.PUT, "/app-data/\(id)", patient, [3], headers: ["Care-Annotations": "letters", "If-Match": "\"2\""], type: "c/d")
            #expect(try replaced.decode(View.self).annotations == ["letters"])
            #expect(try await world.get("/app-data/count?annotations=diary", patient).text == #"{"count":0}"#)
            #expect(try await world.get("/app-data/count?annotations=letters", patient).text == #"{"count":1}"#)
            #expect(try await world.send(.PUT, "/app-data/\(id)", patient, [4], headers: ["If-Match": "\"2\""], type: "c/d").status == 412)
            #expect(try await world.get("/app-data/\(id)", patient).body == [3])
            #expect(try await world.send(.DELETE, "/app-data/\(id)", patient).status == 204)
            #expect(try await world.get("/app-data/\(id)", patient).status == 410)
            #expect(try await world.send(.PUT, "/app-data/\(id)", patient, [5], type: "c/d").status == 410)
            #expect(try await world.send(.PUT, "/app-data/\(UUID())", patient, [5], type: "c/d").status == 404)
            #expect(try await world.get("/app-data/\(UUID())", patient).status == 404)
            #expect(try await world.send(.DELETE, "/app-data/nonsense", patient).status == 404)
            let record = try #require(UUID(uuidString: id))
            #expect(try await world.events(of: record).map(\.version) == [1, 2, 3, 4])
        }
    }

    @Test func listsAndCounts() async throws {
        try await World.run { world in
            let patient = try world.patient()
            var ids: [String] = []
            for hour in 0..<5 {
                try world.setClock("2026-03-06T1\(hour):00:00Z")
                let created = try await world.send(
                    .POST, "/app-data", patient, [UInt8(hour)],
                    headers: ["Care-Annotations": hour % 2 == 0 ? "even" : "odd", "Care-Status": hour == 4 ? "pending" : "active"], type: "a/b")
                ids.append(try created.decode(View.self).id)
            }
            func list(_ query: String) async throws -> [Int?] {
                let found: List = try await world.get("/app-data?\(query)", patient).decode()
                return found.items.map { ids.firstIndex(of: $0.id) }
            }
            #expect(try await list("") == [4, 3, 2, 1, 0])
            #expect(try await list("annotations=even") == [4, 2, 0])
            #expect(try await list("annotations=(even,odd)&createdFrom=2026-03-06T12:00:00Z&createdTo=2026-03-06T14:00:00Z") == [3, 2])
            #expect(try await list("ids=\(ids[1]),\(ids[3])") == [3, 1])
            #expect(try await list("status=pending") == [4])
            #expect(try await world.send(.DELETE, "/app-data/\(ids[2])", patient).status == 204)
            #expect(try await list("annotations=even") == [4, 0])
            #expect(try await list("annotations=even&includeDeleted=true") == [4, 2, 0])
            #expect(try await list("updatedFrom=2026-03-06T14:00:00Z") == [4])
            let first: List = try await world.get("/app-data?limit=3", patient).decode()
            let second: List = try await world.get("/app-data?limit=3&after=\(try #require(first.nextCursor))", patient).decode()
            #expect((first.items + second.items).map { ids.firstIndex(of: $0.id) } == [4, 3, 1, 0])
            #expect(second.nextCursor == nil)
            #expect(try await world.get("/app-data/count", patient).text == #"{"count":4}"#)
            for query in ["annotations=", "ids=a%20b", "status=gone", "createdFrom=x", "unknown=1", "limit=0", "limit=201", "after=x", "page=2"] {
                #expect(try await world.get("/app-data?\(query)", patient).status == 400, "\(query)")
            }
        }
    }

    @Test func aRetriedCreationMakesOne() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let key: HTTPHeaders = ["Idempotency-Key": "k"]
            let answers = try await together(5) { _ in try await insisting { try await world.send(.POST, "/app-data", patient, [1, 2], headers: key, type: "a/b") } }
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
        }
    }

    @Test func annotationsAreFoundHoweverTheyAreSpelled() async throws {
        try await World.run { world in
            let patient = try world.patient()
            // "José" decomposed, "Émile" composed.
            let created = try await world.send(.POST, "/app-data", patient, [1], headers: ["Care-Annotations": "Jose%CC%81, %C3%89mile"], type: "a/b")
            #expect(try created.decode(View.self).annotations == ["jos\u{E9}", "\u{E9}mile"])
            func count(_ query: String) async throws -> String { try await world.get("/app-data/count?annotations=\(query)", patient).text }
            for spelling in ["jose", "JOS%C3%89", "jos%C3%A9", "jose%CC%81", "jose,emile", "(x,e%CC%81mile)", "jose,(emile,x)", "%C3%89MILE,jose"] {
                #expect(try await count(spelling) == #"{"count":1}"#, "\(spelling)")
            }
            for spelling in ["josef", "jose,x", "(x,y)", "jose,(x,y)"] { #expect(try await count(spelling) == #"{"count":0}"#, "\(spelling)") }

            // The release before indexed the words as they were sent, in lower case.
            for spelling in ["jose%CC%81", "jos%C3%A9"] {
                let word = try #require(spelling.removingPercentEncoding)
                let key = try #require(world.dependencies.keys.cached(patient.id))
                let term = Data(key.blindIndex(word, of: "records annotation"))
                try await world.pool.withConnection { _ = try await $0.execute("UPDATE records SET terms = \([term])::bytea[]") }
                #expect(try await count(spelling) == #"{"count":1}"#, "\(spelling)")
            }
            let id = created.id
            #expect(try await world.send(.PUT, "/app-data/\(id)", patient, [2], type: "a/b").status == 200)
            #expect(try await count("jose") == #"{"count":1}"#)
        }
    }
}
