import CareModels
import Foundation
import Testing

@testable import HealthMonitorService

@Suite struct AnsweringTests {
    private static let now = "2026-07-03T03:30:00Z"

    private func answer(
        _ answer: AlertAnswer, given: AlertAnswer? = nil, dynamic: Bool = true, boundary: Double? = 75, gap: Double = 3, warnings: [String] = []
    ) throws -> Answering.Outcome? {
        var settings = MonitorSettings()
        settings.boundary = boundary
        settings.isDynamic = dynamic
        settings.gap = gap
        let contents = AlertContents(heartRate: try heartRate("2026-07-02T19:58:00Z", 80), boundary: 75, answer: given)
        let state = MonitorState(warnings: try warnings.map(date))
        return try Answering.answer(answer, to: contents, settings, state, now: try instant(Self.now), zone: try zone("America/Winnipeg"))
    }

    struct Raise: Sendable {
        var dynamic = true
        var boundary: Double? = 75
        var gap = 3.0
        var expected: Double?
    }

    static let raises = [
        Raise(expected: 78), Raise(dynamic: false, expected: 75), Raise(gap: 5.5, expected: 80.5), Raise(boundary: nil, expected: nil),
        Raise(boundary: 249, expected: 250), Raise(boundary: 69.1, gap: 11.3, expected: 80.4)
    ]

    @Test(arguments: raises) func yesRaisesADynamicBoundaryByTheGap(_ row: Raise) throws {
        let outcome = try #require(try answer(AlertAnswer(taken: .yes), dynamic: row.dynamic, boundary: row.boundary, gap: row.gap))
        #expect(outcome.settings.boundary == row.expected)
        #expect(outcome.state.warnings.isEmpty && outcome.reminderDueAt == nil)
        #expect(outcome.contents.answer == AlertAnswer(taken: .yes))
    }

    /// 22:30 on the 2nd in Winnipeg, when it is the 3rd in UTC.
    @Test func noIsAWarningOnTheLocalDate() throws {
        let outcome = try #require(try answer(AlertAnswer(taken: .no), warnings: ["2026-06-30"]))
        #expect(try outcome.state.warnings == [date("2026-07-02"), date("2026-06-30")])
        #expect(outcome.settings.boundary == 75)
        #expect(outcome.reminderDueAt == nil)
        let again = try #require(try answer(AlertAnswer(taken: .no), warnings: ["2026-07-02"]))
        #expect(try again.state.warnings == [date("2026-07-02")])
    }

    @Test(arguments: [1, 2, 3, 4]) func noMayAskForAReminder(_ hours: Int) throws {
        let outcome = try #require(try answer(AlertAnswer(taken: .no, remindInHours: hours)))
        #expect(try outcome.reminderDueAt == instant(Self.now) + Double(hours * 3600))
    }

    @Test func theSameAnswerAgainChangesNothing() throws {
        #expect(try answer(AlertAnswer(taken: .yes), given: AlertAnswer(taken: .yes)) == nil)
        #expect(try answer(AlertAnswer(taken: .no, remindInHours: 2), given: AlertAnswer(taken: .no, remindInHours: 2)) == nil)
    }

    @Test func anotherAnswerIsRefused() throws {
        #expect(throws: Answering.Refusal.answeredOtherwise(.yes)) { try answer(AlertAnswer(taken: .no), given: AlertAnswer(taken: .yes)) }
        #expect(throws: Answering.Refusal.answeredOtherwise(.no)) {
            try answer(AlertAnswer(taken: .no, remindInHours: 2), given: AlertAnswer(taken: .no))
        }
    }

    @Test func warningsAreBounded() throws {
        var state = MonitorState()
        for day in 0..<200 { state.warn(on: LocalDate(daysSince1970: 20_000 + day)) }
        #expect(state.warnings.count == MonitorState.mostWarnings)
        #expect(state.warnings.first == LocalDate(daysSince1970: 20_199))
    }

    @Test func theQuestionNamesBothNumbers() throws {
        let contents = AlertContents(heartRate: try heartRate("2026-07-02T19:58:00Z", 80.5), boundary: 75)
        #expect(contents.text.description == "Your resting heart rate is 80.5 bpm, above your boundary 75 bpm. Have you remembered your medication today?")
    }
}
