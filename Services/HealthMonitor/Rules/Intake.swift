import CareModels
import Foundation

/// What it does that a patient says by themselves: I took it now.
enum Intake {
    struct Outcome: Equatable, Sendable {
        var settings: MonitorSettings
        var state: MonitorState
    }

    /// The same as a "yes" to an alert where one could have been raised: when today's latest heart rate, measured since they last said so, is above the
    /// boundary, and no "yes" has raised it for that one. Otherwise it is noted and raises nothing: said every day it would lift the boundary out of reach.
    static func take(_ settings: MonitorSettings, _ state: MonitorState, now: Date, zone: Zone) -> Outcome {
        var outcome = Outcome(settings: settings, state: state)
        outcome.state.lastTakenAt = now
        guard let latest = state.latest, let boundary = settings.boundary, latest.bpm > boundary else { return outcome }
        let isOfToday = LocalTime(latest.at, in: zone).date == LocalTime(now, in: zone).date
        if isOfToday, latest.at > state.lastTakenAt ?? .distantPast {
            outcome.settings = outcome.state.raise(settings, for: latest)
        }
        return outcome
    }
}
