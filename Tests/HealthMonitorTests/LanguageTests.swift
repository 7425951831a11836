import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import HealthMonitorService

/// What an alert asks and what its conditions found, in the language of whoever reads it.
@Suite struct LanguageTests {
    private static let french: HTTPHeaders = ["Accept-Language": "fr-CH, en;q=0.5"]
    private static let questions = [
        "en": "Your resting heart rate is 80.5 bpm, above your boundary 75 bpm. Have you remembered your medication today?",
        "fr": "Votre fréquence cardiaque au repos est de 80,5 bpm, au-dessus de votre seuil de 75 bpm. Avez-vous pensé à votre médicament aujourd’hui\u{A0}?"
    ]

    @Test(arguments: [("fr-CH, en;q=0.5", "fr"), ("en", "en"), ("de", "en")])
    func anAlertAsksInTheReadersLanguage(_ wish: String, _ tag: String) async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let id = try #require(try await world.measure(patient, 80.5, at: "2026-07-02T19:59:00Z").batch.alert).id
            let headers: HTTPHeaders = ["Accept-Language": wish]
            let shown = try await world.get("/health/alerts/\(id)", patient, headers: headers)
            #expect(try shown.alert.text == Self.questions[tag])
            #expect(shown.headers.first(name: "Content-Language") == tag)
            #expect(shown.headers["Vary"].contains("Accept-Language"))
            let listed: PageBody<AlertBody> = try await world.get("/health/alerts", patient, headers: headers).decode()
            #expect(listed.items.map(\.text) == [Self.questions[tag]])
            let batch = try await world.send(
                .POST, "/health/heart-rates", patient, #"{"items": [{"at": "2026-07-02T19:59:30Z", "bpm": 70, "kind": "resting"}]}"#, headers: headers)
            #expect(batch.headers.first(name: "Content-Language") == tag)
            let found = try #require(try batch.batch.evaluation).conditions
            #expect(found[0].text == (tag == "fr" ? "Elle a été mesurée aujourd’hui, le 2 juillet 2026." : "It was measured today, 2 July 2026."))
            #expect(found[1].text == (tag == "fr" ? "70 bpm ne dépasse pas le seuil de 75 bpm." : "70 bpm is not above the boundary of 75 bpm."))
            #expect(found.allSatisfy { $0.values != nil })
        }
    }

    /// What was judged in one language is read in another.
    @Test func anEvaluationIsSaidAnewForEachReader() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            _ = try await world.measure(patient, 80, at: "2026-07-02T19:59:00Z")
            let french: PageBody<EvaluationBody> = try await world.get("/health/evaluations", patient, headers: Self.french).decode()
            #expect(
                french.items.first?.conditions.map(\.text) == [
                    "Elle a été mesurée aujourd’hui, le 2 juillet 2026.", "80 bpm dépasse le seuil de 75 bpm.", "Un seuil est fixé.",
                    "15:00 (America/Winnipeg) est entre 14:00 et 20:00.", "Il n’y a pas eu d’alerte auparavant.", "C’est la première."
                ])
            let english: PageBody<EvaluationBody> = try await world.get("/health/evaluations", patient).decode()
            #expect(english.items.first?.conditions.last?.text == "It is the first one.")
        }
    }

    /// Each language has a tag of its own, so that nobody is told that a question has not changed when they would read other words.
    @Test func aTagIsOfOneLanguage() async throws {
        try await World.run { world in
            let patient = try await world.watched()
            let id = try await world.alert(patient)
            let english = try #require(try await world.get("/health/alerts/\(id)", patient).tag)
            let french = try #require(try await world.get("/health/alerts/\(id)", patient, headers: Self.french).tag)
            #expect(english == "\"1\"" && french == "\"1.fr\"")
            let same = try await world.get("/health/alerts/\(id)", patient, headers: ["If-None-Match": french, "Accept-Language": "fr"])
            #expect(same.status == 304)
            let other = try await world.get("/health/alerts/\(id)", patient, headers: ["If-None-Match": english, "Accept-Language": "fr"])
            #expect(other.status == 200)
        }
    }

    /// A release before kept the sentence alone.
    @Test func aFindingWithoutValuesIsAsItWasWritten() throws {
        let kept = #"{"condition": "is-today", "passed": true, "explanation": "It was measured today, 2025-01-02."}"#
        let finding = try JSONDecoder().decode(AlertRule.Finding.self, from: Data(kept.utf8))
        #expect(finding.explanation(in: .french) == "It was measured today, 2025-01-02.")
        let part = #"{"condition": "is-in-window", "passed": true, "explanation": "As it was.", "values": {"time": "15:00"}}"#
        #expect(try JSONDecoder().decode(AlertRule.Finding.self, from: Data(part.utf8)).explanation(in: .french) == "As it was.")
    }

    @Test(arguments: AlertRule.Condition.allCases, [true, false]) func everyFindingIsFrenchToo(_ condition: AlertRule.Condition, _ passed: Bool) throws {
        let day = LocalDate(daysSince1970: 20_000)
        let (start, end) = (try #require(ClockTime("14:00")), try #require(ClockTime("20:00")))
        let full = AlertRule.Values(
            measuredOn: day, today: day, bpm: 80, boundary: 12, time: "15:00", timeZone: "UTC", windowStart: start, windowEnd: end,
            minimumIntervalMinutes: 10, lastAlertAt: Date(), judgedAt: Date())
        let bare = AlertRule.Values(
            measuredOn: day, today: day, bpm: 80, time: "15:00", timeZone: "UTC", windowStart: start, windowEnd: end, minimumIntervalMinutes: 10)
        for values in [full, bare] {
            let text = try #require(AlertExplanation.text(condition, passed: passed, values))
            #expect(text.missing(in: .french).isEmpty)
        }
    }
}
