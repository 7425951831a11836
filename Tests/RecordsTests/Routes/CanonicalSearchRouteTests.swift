import CareModels
import FHIR
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import RecordsService

/// References by `url|version`: what they lead to is included, chained to and found by, like what is referred to by its place.
@Suite(.timeLimit(.minutes(5))) struct CanonicalSearchRouteTests {
    private static let url = "http://acme.test/Questionnaire/intake"

    private static func fill(_ world: World, _ person: World.Person, _ release: String) async throws {
        // STU3 refers to definitions as to anything else.
        func refers(_ name: String) -> String { release == "r4" ? #""\#(name)""# : #"{"reference":"\#(name)"}"# }
        func answers(_ id: String, _ name: String) -> (String, String, String) {
            ("QuestionnaireResponse", id, #""status":"completed","questionnaire":\#(refers(name))"#)
        }
        let plan = release == "r4" ? #""action":[{"definitionCanonical":"\#(url)|2"}]"# : #""definition":[{"reference":"\#(url)|2"}]"#
        let resources = [
            ("Questionnaire", "q1", #""url":"\#(url)","version":"1","status":"retired","title":"Intake of old""#),
            ("Questionnaire", "q2", #""url":"\#(url)","version":"2","status":"active","title":"Intake of now""#),
            ("Questionnaire", "other", #""url":"\#(url)/other","status":"active","title":"Other""#), answers("of-any", url), answers("of-2", url + "|2"),
            answers("of-2-part", url + "|2#first"), answers("of-3", url + "|3"), answers("of-place", "Questionnaire/q1"), answers("of-other", url + "/other"),
            (planning(release), "plan", #""status":"active","url":"http://acme.test/plan","version":"9",\#(plan)"#),
            // The same address of something that no questionnaire's parameter leads to.
            ("Library", "namesake", #""url":"\#(url)","version":"2","status":"active","type":{"text":"x"}"#)
        ]
        for (type, id, members) in resources {
            let answer = try await world.send(.PUT, "/fhir/\(release)/\(type)/\(id)", person, #"{"resourceType":"\#(type)","id":"\#(id)",\#(members)}"#)
            #expect(answer.status == 201, "\(answer.text)")
        }
    }

    /// What refers to a definition by a parameter of this name; `Plan` among the cases.
    private static func planning(_ release: String) -> String { release == "r4" ? "PlanDefinition" : "CarePlan" }

    private static let cases: [(query: String, found: Set<String>, included: Set<String>)] = [
        ("QuestionnaireResponse?_id=of-2&_include=QuestionnaireResponse:questionnaire", ["of-2"], ["q2"]),
        ("QuestionnaireResponse?_id=of-2-part&_include=*", ["of-2-part"], ["q2"]),
        ("QuestionnaireResponse?_id=of-any&_include=QuestionnaireResponse:questionnaire", ["of-any"], ["q1", "q2"]),
        ("QuestionnaireResponse?_id=of-3&_include=QuestionnaireResponse:questionnaire", ["of-3"], []),
        ("QuestionnaireResponse?_id=of-place,of-other&_include=QuestionnaireResponse:questionnaire:Questionnaire", ["of-place", "of-other"], ["q1", "other"]),
        ("QuestionnaireResponse?_id=of-2&_include=QuestionnaireResponse:questionnaire:Library", ["of-2"], []),
        ("Questionnaire?_id=q2&_revinclude=QuestionnaireResponse:questionnaire", ["q2"], ["of-any", "of-2", "of-2-part"]),
        ("Questionnaire?_id=q1&_revinclude=QuestionnaireResponse:questionnaire", ["q1"], ["of-any", "of-place"]),
        ("Library?_id=namesake&_revinclude=QuestionnaireResponse:questionnaire", ["namesake"], []),
        ("Plan?_include=Plan:definition", ["plan"], ["q2"]),
        (
            "Plan?_include=Plan:definition&_revinclude:iterate=QuestionnaireResponse:questionnaire", ["plan"],
            ["q2", "of-any", "of-2", "of-2-part"]
        ),
        ("QuestionnaireResponse?questionnaire:Questionnaire.title=intake%20of%20now", ["of-any", "of-2", "of-2-part"], []),
        ("QuestionnaireResponse?questionnaire.status=retired", ["of-any", "of-place"], []),
        ("QuestionnaireResponse?questionnaire.title=other", ["of-other"], []),
        ("Questionnaire?_has:QuestionnaireResponse:questionnaire:_id=of-2", ["q2"], []),
        ("Questionnaire?_has:QuestionnaireResponse:questionnaire:_id=of-any", ["q1", "q2"], []),
        ("Questionnaire?_has:QuestionnaireResponse:questionnaire:_id=of-place,of-3", ["q1"], []),
        ("Questionnaire?_has:Plan:definition:status=active", ["q2"], []),
        ("QuestionnaireResponse?questionnaire=http://acme.test/Questionnaire/intake%7C2", ["of-2", "of-2-part"], [])
    ]

    @Test(arguments: ["r4", "stu3"]) func leadWhereTheyName(_ release: String) async throws {
        try await World.run { world in
            let person = try world.patient()
            try await Self.fill(world, person, release)
            for (text, found, included) in Self.cases {
                let query = text.replacing("Plan", with: Self.planning(release))
                let answer = try await world.get("/fhir/\(release)/\(query)", person)
                #expect(Set(try answer.found()) == found, "\(release) \(query)")
                #expect(Set(try answer.found("include")) == included, "\(release) \(query)")
            }
            // What a token is not for is not led to.
            let narrow = World.Person(id: person.id, token: try World.token(person.id, .patient, scope: "user/QuestionnaireResponse.rs"))
            #expect(try await world.get("/fhir/\(release)/QuestionnaireResponse?_id=of-2&_include=*", narrow).found("include") == [])
            #expect(try await world.get("/fhir/\(release)/QuestionnaireResponse?questionnaire.title=intake", narrow).found() == [])
        }
    }

    /// By blind indexes too, of persons who have more than memory holds.
    @Test func theRowsThemselvesLeadThere() async throws {
        try await World.run { world in
            let person = try world.patient()
            try await Self.fill(world, person, "r4")
            let dependencies = world.dependencies
            let reading = SearchReading(release: .r4, base: dependencies.urls(.r4).base, now: dependencies.now())
            let permissions = RecordPermissions(scopes: ["records:read"], contexts: [.user])
            let find = FindResources(indexes: PersonIndexes(capacity: 1), release: .r4, base: dependencies.urls(.r4).base, permissions: permissions)
            for (text, found, included) in Self.cases {
                let halves = text.replacing("Plan", with: Self.planning("r4")).split(separator: "?").map(String.init)
                let query = try reading.query(try QueryParameters.list(halves[1].utf8), .type(halves[0]))
                let resources = try await world.pool.read(of: person.id, dependencies.keys) { key, connection in try await find(query, key, connection) }
                #expect(Set(resources?.page.map(\.id) ?? []) == found, "\(text)")
                #expect(Set(resources?.included.map(\.id) ?? []) == included, "\(text)")
            }
        }
    }
}
