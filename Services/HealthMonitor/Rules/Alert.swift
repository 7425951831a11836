import CareModels
import Foundation

/// What is kept of an alert under the person's key.
struct AlertContents: Codable, Equatable, Sendable {
    var heartRate: HeartRate
    var boundary: Double
    var answer: AlertAnswer?

    /// What the patient is asked.
    var text: Text {
        let compared = BPM.texts(heartRate.bpm, boundary)
        return """
            Your resting heart rate is \(decimal: compared.bpm) bpm, above your boundary \(decimal: compared.boundary) bpm. \
            Have you remembered your medication today?
            """
    }
}

/// What the patient answered.
struct AlertAnswer: Codable, Equatable, Sendable {
    enum Taken: String, Codable, CaseIterable, Sendable { case yes, no }

    static let reminderHours = 1...4

    var taken: Taken
    /// Only with `no`.
    var remindInHours: Int?
}

/// What an answer does.
enum Answering {
    enum Refusal: Error, Equatable { case answeredOtherwise(AlertAnswer.Taken) }

    struct Outcome: Equatable, Sendable {
        var contents: AlertContents
        var settings: MonitorSettings
        var state: MonitorState
        var reminderDueAt: Date?
    }

    /// Nil when that very answer was given before.
    static func answer(
        _ answer: AlertAnswer, to contents: AlertContents, _ settings: MonitorSettings, _ state: MonitorState, now: Date, zone: Zone
    ) throws(Refusal) -> Outcome? {
        if let given = contents.answer {
            guard given == answer else { throw .answeredOtherwise(given.taken) }
            return nil
        }
        var outcome = Outcome(contents: contents, settings: settings, state: state)
        outcome.contents.answer = answer
        switch answer.taken {
        case .yes:
            outcome.settings = outcome.state.raise(settings, for: contents.heartRate)
        case .no:
            outcome.state.warn(on: LocalTime(now, in: zone).date)
            outcome.reminderDueAt = answer.remindInHours.map { now.addingTimeInterval(Double($0) * 3600) }
        }
        return outcome
    }
}
