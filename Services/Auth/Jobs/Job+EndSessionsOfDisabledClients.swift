import Outbox

extension Job {
    /// What is left when a client was disabled with very many, or its replica ended meanwhile.
    static func endSessionsOfDisabledClients(_ dependencies: Dependencies) -> Job {
        let end = EndSessionsOfDisabledClients(now: dependencies.now)
        return sweepInBatches("end-sessions-of-disabled-clients", every: .seconds(30)) { tx in try await end(tx) }
    }
}
