import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite(.timeLimit(.minutes(5))) struct SearchRouteTests {
    private func ids(_ answer: Answer) throws -> [String] {
        #expect(answer.status == 200, "\(answer.text)")
        return try (answer.json["entry"]?.children.compactMap { $0["resource"]?["id"]?.string }) ?? []
    }

    /// Five patients a…e, one an hour, with annotations.
    private func fill(_ world: World, _ patient: World.Person) async throws {
        let annotations = ["a": "x", "b": "x,y", "c": "x,z", "d": "", "e": "Gr%C3%BC%C3%9Fe"]
        for (hour, id) in ["a", "b", "c", "d", "e"].enumerated() {
            try world.setClock("2026-03-06T1\(hour):00:00Z")
            let answer = try await world.send(
                .PUT, "/fhir/r4/Patient/\(id)", patient, #"{"resourceType":"Patient","id":"\#(id)"}"#,
                headers: ["Care-Annotations": annotations[id] ?? ""])
            #expect(answer.status == 201)
        }
    }

    @Test func everyFilterAndTheirConjunction() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await fill(world, patient)
            func found(_ query: String) async throws -> [String] { try ids(try await world.get("/fhir/r4/Patient?\(query)", patient)) }
            #expect(try await found("") == ["e", "d", "c", "b", "a"])
            #expect(try await found("_id=a,c,nobody") == ["c", "a"])
            #expect(try await found("_id=a,b,c&_id=c,d") == ["c"])
            #expect(try await found("_id=a&_id=b") == [])
            #expect(try await found("_id:not=a,c") == ["e", "d", "b"])
            #expect(try await found("_id:not=a&_id=a,b") == ["b"])
            #expect(try await found("_annotations=x") == ["c", "b", "a"])
            #expect(try await found("_annotations=X,Y") == ["b"])
            #expect(try await found("_annotations=(y,z)") == ["c", "b"])
            #expect(try await found("_annotations=x&_annotations=(y,nothing)") == ["b"])
            #expect(try await found("_annotations=y,z") == [])
            // One word however it is written, and so asked for once.
            #expect(try await found("_annotations=gr%C3%BCsse,gr%C3%BC%C3%9Fe") == ["e"])
            #expect(try await found("_annotations=GR%C3%BC%C3%9FE") == ["e"])
            #expect(try await found("_created=ge2026-03-06T12:00:00Z") == ["e", "d", "c"])
            #expect(try await found("_created=gt2026-03-06T12:00:00Z") == ["e", "d"])
            #expect(try await found("_created=lt2026-03-06T12:00:00Z&_created=ge2026-03-06T11:00:00Z") == ["b"])
            #expect(try await found("_created=2026-03-06") == ["e", "d", "c", "b", "a"])
            #expect(try await found("_created=2026-03-07") == [])
            try world.setClock("2026-03-07T09:00:00Z")
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/b", patient, #"{"resourceType":"Patient","id":"b","active":true}"#).status == 200)
            #expect(try await found("_lastUpdated=ge2026-03-07") == ["b"])
            #expect(try await found("_lastUpdated=le2026-03-06&_annotations=x") == ["c", "a"])
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/c", patient).status == 204)
            #expect(try await found("_annotations=x") == ["b", "a"])
            #expect(try await found("_annotations=x&_includeDeleted=true") == ["c", "b", "a"])
            #expect(try await found("_status=deleted") == ["c"])
            #expect(try await found("_status=active") == ["e", "d", "b", "a"])
            let form = try await world.send(
                .POST, "/fhir/r4/Patient/_search", patient, Array("_annotations=x&_annotations=y".utf8), type: "application/x-www-form-urlencoded")
            #expect(try ids(form) == ["b"])
        }
    }

    /// The index in memory is searched before anybody asks whether it is the newest: it counts only when it is, whatever the search shows of what it found.
    @Test func whatWasWrittenSinceTheLastSearchIsFound() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func put(_ id: String, _ code: String) async throws {
                let body = #"{"resourceType":"Observation","id":"\#(id)","status":"final","code":{"coding":[{"system":"urn:x","code":"\#(code)"}]}}"#
                #expect([200, 201].contains(try await world.send(.PUT, "/fhir/r4/Observation/\(id)", patient, body).status))
            }
            func page(_ code: String) async throws -> [String] { try ids(try await world.get("/fhir/r4/Observation?code=\(code)", patient)) }
            func count(_ code: String) async throws -> Double? {
                try await world.get("/fhir/r4/Observation?code=\(code)&_summary=count", patient).json["total"]?.number
            }
            try await put("a", "one")
            // From here on it is in memory; of each kind of answer one before and one behind every change.
            for code in ["one", "two"] {
                _ = try await page(code)
                _ = try await count(code)
            }
            try await put("b", "two")
            #expect(try await page("two") == ["b"])
            try await put("c", "two")
            #expect(try await count("two") == 2)
            try await put("b", "one")
            #expect(try await page("two") == ["c"])
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/c", patient).status == 204)
            #expect(try await page("two") == [])
            try await put("a", "two")
            #expect(try await count("one") == 1)
            #expect(try await page("two") == ["a"])
            // Nothing was written: what is in memory is the newest.
            #expect(try await page("one") == ["b"])
            #expect(try await page("three") == [])
        }
    }

    /// A page of many large resources would be larger than the machine.
    @Test func aPageEndsByItsBytesToo() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let data = String(repeating: "A", count: 3_900_000)
            for version in 1...6 {
                let made = try await world.send(.POST, "/fhir/r4/Binary", patient, #"{"resourceType":"Binary","data":"\#(data)"}"#)
                #expect(made.status == 201)
                let put = #"{"resourceType":"Binary","id":"one","data":"\#(data)"}"#
                #expect(try await world.send(.PUT, "/fhir/stu3/Binary/one", patient, put).status == (version == 1 ? 201 : 200))
            }
            func pages(_ path: String) async throws -> [Int] {
                var counts: [Int] = []
                var next: String? = path
                while let address = next {
                    let bundle = try await world.get(address, patient).json
                    counts.append(bundle["entry"]?.children.reduce(0) { count, _ in count + 1 } ?? 0)
                    next = bundle["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string?
                        .replacingOccurrences(of: world.dependencies.base, with: "")
                }
                return counts
            }
            #expect(try await pages("/fhir/r4/Binary?_count=10") == [3, 3])
            #expect(try await pages("/fhir/r4/Binary?_count=2") == [2, 2, 2])
            #expect(try await pages("/fhir/stu3/Binary/one/_history?_count=10") == [3, 3])
            let counted = try await world.get("/fhir/r4/Binary?_count=10&_page=1", patient)
            #expect(counted.status == 413)
            #expect(try counted.issue["code"]?.string == "too-costly")
            let entries = String(repeating: #"{"request":{"method":"GET","url":"Binary?_count=10"}},"#, count: 4).dropLast()
            let batch = try await world.send(.POST, "/fhir/r4", patient, #"{"resourceType":"Bundle","type":"batch","entry":[\#(entries)]}"#).json
            #expect(batch["entry"]?.children.map { $0["response"]?["status"]?.string } == ["200 OK", "200 OK", "200 OK", "413 Payload Too Large"])
        }
    }

    @Test func countsAndPages() async throws {
        try await World.run { world in
            let patient = try world.patient()
            try await fill(world, patient)
            let count = try await world.get("/fhir/r4/Patient?_summary=count&_annotations=x", patient)
            #expect(try count.json["total"]?.number == 3)
            #expect(try count.json["entry"] == nil)
            #expect(try await world.get("/fhir/r4/Patient?_count=0", patient).json["total"]?.number == 5)
            #expect(try ids(try await world.get("/fhir/r4/Patient?_count=2&_page=2", patient)) == ["c", "b"])
            #expect(try ids(try await world.get("/fhir/r4/Patient?_count=2&_page=9", patient)) == [])
            var path = "/fhir/r4/Patient?_count=2&_lastUpdated=ge2026&_lastUpdated=lt2027"
            var seen: [[String]] = []
            while seen.count < 10 {
                let answer = try await world.get(path, patient)
                seen.append(try ids(answer))
                #expect(try answer.json["total"]?.number == 5)
                let links = try answer.json["link"]?.children.map { ($0["relation"]?.string, $0["url"]?.string) } ?? []
                guard let next = links.first(where: { $0.0 == "next" })?.1 else { break }
                path = next.replacingOccurrences(of: "http://care.test", with: "")
            }
            #expect(seen == [["e", "d"], ["c", "b"], ["a"]])
        }
    }

    @Test(arguments: [
        ("_annotations=", "_annotations"), ("_annotations=a,,b", "_annotations"), ("_annotations=(a", "_annotations"), ("_id=a%20b", "_id"), ("_id=", "_id"),
        ("_created=tomorrow", "_created"), ("_count=x", "_count"), ("_count=-1", "_count"), ("_page=0", "_page"), ("_page=100000", "_page"),
        ("_after=x", "_after"), ("_summary=some", "_summary"), ("_status=old", "_status"), ("_includeDeleted=yes", "_includeDeleted"), ("nam=Amara", "nam"),
        ("name:near=Amara", "name:near"), ("birthdate=soon", "birthdate"), ("_sort=colour", "_sort"), ("_include=Patient:name", "_include"), ("_elements=", "_elements"),
        ("_count=1&_count=2", "_count"), ("_page=2&_after=019cc3d2-8e5f-7a06-b7c8-1a2b3c4d5e6f", "_page")
    ])
    func faultyParametersAreNamed(query: String, name: String) async throws {
        try await World.run { world in
            let answer = try await world.get("/fhir/r4/Patient?\(query)", try world.patient())
            #expect(answer.status == 400)
            #expect(try answer.issue["expression"]?.children.first { _ in true }?.string == name)
        }
    }

    /// With the type before an id, and of a source by the system, by the request, and by both.
    @Test(arguments: ["r4", "stu3"]) func asOtherServersAreAsked(release: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            for (id, source) in [("a", "urn:x#17"), ("b", "urn:x#18"), ("c", "urn:y")] {
                let body = #"{"resourceType":"Patient","id":"\#(id)","meta":{"source":"\#(source)"}}"#
                #expect(try await world.send(.PUT, "/fhir/\(release)/Patient/\(id)", patient, body).status == 201)
            }
            func found(_ query: String) async throws -> Set<String> { Set(try await world.get("/fhir/\(release)/Patient?\(query)", patient).found()) }
            #expect(try await found("_id=Patient/a") == ["a"])
            #expect(try await found("_id=Patient/a,b") == ["a", "b"])
            for query in ["_id=Observation/a", "_id=Patient/", "_id=Patient/Patient/a"] {
                #expect(try await world.get("/fhir/\(release)/Patient?\(query)", patient).status == 400, "\(query)")
            }
            if release == "r4" {
                #expect(try await found("_source=urn:x") == ["a", "b"])
                #expect(try await found("_source=urn:x%2317") == ["a"])
                #expect(try await found("_source=%2318") == ["b"])
                #expect(try await found("_source=urn:y%2317").isEmpty)
            }
        }
    }

    @Test func typesAndReleasesDoNotMix() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).status == 201)
            #expect(try await world.get("/fhir/r4/Patient?_summary=count", patient).json["total"]?.number == 1)
            #expect(try await world.get("/fhir/stu3/Patient?_summary=count", patient).json["total"]?.number == 0)
            #expect(try await world.get("/fhir/r4/Person?_summary=count", patient).json["total"]?.number == 0)
            #expect(try await world.get("/fhir/r4/Nonsense", patient).status == 404)
        }
    }
}
