import Outbox

extension Job {
    static func completePastAppointments(_ dependencies: Dependencies) -> Job {
        let settings = dependencies.settings
        let complete = CompletePastAppointments(delay: settings.completeAfter, now: dependencies.now)
        return sweepInBatches("complete-past-appointments", every: settings.completeEvery) { tx in try await complete(tx) }
    }
}
