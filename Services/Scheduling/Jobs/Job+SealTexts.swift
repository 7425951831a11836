import Outbox

extension Job {
    static func sealTexts(_ dependencies: Dependencies) -> Job {
        sweepInBatches("seal-texts", every: .seconds(30)) { tx in try await SealTexts(keys: dependencies.keys)(tx) }
    }
}
