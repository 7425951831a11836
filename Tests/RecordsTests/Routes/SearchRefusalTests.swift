import CareModels
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// What FHIR has and Records has not is refused by its name, passed over for the lenient, and not declared.
@Suite(.timeLimit(.minutes(5))) struct SearchRefusalTests {
    private static let refused = [
        "_list=x", "_query=x", "_filter=x", "_contained=true", "_contained=both", "_containedType=contained", "_score=1", "_language=en", "_has=x", "code:below=x",
        "code:above=x",
        "code:of-type=a%7Cb%7Cc", "status:below=x", "subject:below=x", "date:not=2026", "value-quantity:missing=x", "_sort=_score", "_sort=nothing",
        "_sort=combo-code-value-quantity",
        "_sort=date,date,date,date,date", "_total=many", "_summary=some", "_type=Patient", "near=1%7C1", "_count=-1", "_count=many", "_elements=", "_id:text=x",
        "_lastUpdated=x",
        "_include=Observation:nothing", "_include:once=Observation:subject", "_text:contains=x"
    ]

    @Test(arguments: ["r4", "stu3"]) func isRefusedByItsName(_ release: String) async throws {
        try await World.run { world in
            let person = try world.patient()
            for query in Self.refused {
                let answer = try await world.get("/fhir/\(release)/Observation?\(query)", person)
                let name = query.split(separator: "=")[0]
                #expect(answer.status == 400 && answer.text.contains(name), "\(query): \(answer.status) \(answer.text.prefix(200))")
            }
            let statement = try await world.get("/fhir/\(release)/metadata", person).text
            for name in ["_list", "_query", "_filter", "_contained", "_containedType", "_score", "_has"] { #expect(!statement.contains("\"\(name)\""), "\(name)") }
        }
    }

    @Test func theLenientHearOfIt() async throws {
        try await World.run { world in
            let person = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Observation", person, Examples.heartRate()).status == 201)
            for query in ["_list=x", "_filter=x", "_query=x", "_contained=true", "code:below=x", "code:of-type=x", "_text:exact=x"] {
                let answer = try await world.send(.GET, "/fhir/r4/Observation?\(query)", person, headers: ["Prefer": "handling=lenient"])
                #expect(try answer.found().count == 1 && answer.found("outcome").isEmpty, "\(query)")
                #expect(answer.text.contains("not-supported"), "\(query)")
                #expect(try await world.send(.GET, "/fhir/r4/Observation?\(query)", person, headers: ["Prefer": "handling=strict"]).status == 400)
            }
            // What is known and wrong is wrong for them too.
            for query in ["_text=%2D", "date=banana", "_count=x"] {
                #expect(try await world.send(.GET, "/fhir/r4/Observation?\(query)", person, headers: ["Prefer": "handling=lenient"]).status == 400, "\(query)")
            }
        }
    }

    /// FHIR has an empty parameter passed over. A write hangs on it, and so does whose record is looked at.
    @Test func whatIsEmptyAsksNothing() async throws {
        try await World.run { world in
            let person = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Observation", person, Examples.heartRate()).status == 201)
            #expect(try await world.get("/fhir/r4/Observation?_contained=false&status=final", person).found().count == 1)
            for query in ["code=&status=final", "status=final&date", "code:text=&_lastUpdated=ge2020", "encounter.status="] {
                let answer = try await world.get("/fhir/r4/Observation?\(query)", person)
                #expect(try answer.found().count == 1, "\(query)")
                let own = try answer.json["link"]?.children.first { $0["relation"]?.string == "self" }?["url"]?.string ?? ""
                #expect(!own.contains("=&") && !own.contains("code") && !own.contains("date&") && !own.contains("encounter"), "\(query): \(own)")
            }
            for query in ["patient=", "subject=", "subject:Patient=", "subject:Patient.name=", "code=,", "_elements=", "_id=", "colour="] {
                #expect(try await world.get("/fhir/r4/Observation?\(query)", person).status == 400, "\(query)")
            }
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation?status=final&code=", person).status == 400)
            let condition: HTTPHeaders = ["If-None-Exist": "status=final&identifier="]
            #expect(try await world.send(.POST, "/fhir/r4/Observation", person, Examples.heartRate(), headers: condition).status == 400)
            #expect(try await world.get("/fhir/r4/Observation?_summary=count", person).json["total"]?.number == 1)
        }
    }

    /// Of very many faults twenty are issues of their own, and one more says how many there are beside.
    @Test func ofVeryManyFaultsTheRestIsCounted() throws {
        let faults = try #require(Faults((0..<30).map { Fault("_f\($0)", "is not a search parameter here") }))
        let issues = OperationOutcomeView(Problem.invalid(faults), in: .english).issues
        #expect(issues.count == 21 && issues[0].expression == "_f0" && issues[19].expression == "_f19")
        #expect(issues[0].diagnostics == "The request is not valid: _f0 is not a search parameter here")
        #expect(issues[20].diagnostics == "10 more faults are named once these are mended." && issues[20].expression == nil)
    }

    /// Given again it may ask for no more than at once: each word is a condition of the database, for each type.
    @Test func repeatedAnnotationsAreBounded() async throws {
        try await World.run { world in
            let person = try world.patient()
            func status(_ words: Int) async throws -> Int {
                let query = (0..<words).map { "_annotations=w\($0)" }.joined(separator: "&")
                return try await world.get("/fhir/r4/Observation?\(query)", person).status
            }
            #expect(try await status(AnnotationQuery.mostWords) == 200)
            #expect(try await status(AnnotationQuery.mostWords + 1) == 400)
        }
    }

    /// A client that asks for more than there is room for gets a page, whose links say how large it is.
    @Test func aPageIsAsLongAsItMayBe() async throws {
        try await World.run { world in
            let person = try world.patient()
            #expect(try await world.send(.POST, "/fhir/r4/Observation", person, Examples.heartRate()).status == 201)
            let lists = [
                ("Observation", 500), ("Observation?status=final", 500), ("Patient/\(person.id)/$everything", 500), ("Observation/_history", 200), ("_history", 200)
            ]
            for (path, most) in lists {
                let answer = try await world.get("/fhir/r4/\(path)\(path.contains("?") ? "&" : "?")_count=100000", person)
                let own = try answer.json["link"]?.children.first { $0["relation"]?.string == "self" }?["url"]?.string ?? ""
                #expect(answer.status == 200 && own.contains("_count=\(most)"), "\(path): \(answer.status) \(own)")
                #expect(try answer.json["entry"]?.childCount == 1)
            }
        }
    }

    @Test func totalsAndCounts() async throws {
        try await World.run { world in
            let person = try world.patient()
            for _ in 0..<3 { #expect(try await world.send(.POST, "/fhir/r4/Observation", person, Examples.heartRate()).status == 201) }
            for (query, total) in [("", 3.0), ("_total=accurate", 3), ("_total=estimate", 3), ("_count=1", 3), ("_count=0", 3), ("_summary=count", 3)] {
                let answer = try await world.get("/fhir/r4/Observation?status=final&\(query)", person).json
                #expect(answer["total"]?.number == total, "\(query)")
                #expect(answer["entry"]?.childCount ?? 0 == (query.contains("=0") || query.contains("summary") ? 0 : query == "_count=1" ? 1 : 3), "\(query)")
            }
            #expect(try await world.get("/fhir/r4/Observation?status=final&_total=none", person).json["total"] == nil)
            // The link says what was asked, and asks the same again.
            for (query, own) in [
                ("status=final&_count=0", "status=final&_count=0"), ("_summary=count&status=final", "_summary=count&status=final"),
                ("status=final&_count=2&_page=2", "status=final&_count=2&_page=2"), ("status=final&_count=2", "status=final&_count=2")
            ] {
                let answer = try await world.get("/fhir/r4/Observation?\(query)", person).json
                let link = answer["link"]?.children.first { $0["relation"]?.string == "self" }?["url"]?.string
                #expect(link?.hasSuffix("/fhir/r4/Observation?\(own)") == true, "\(query): \(link ?? "")")
            }
        }
    }
}
