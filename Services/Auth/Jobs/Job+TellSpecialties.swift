import Outbox

extension Job {
    /// As long as the release before may run beside this one.
    static let tellSpecialties = sweepInBatches("tell-specialties", every: .seconds(60)) { tx in try await TellSpecialties()(tx) }
}
