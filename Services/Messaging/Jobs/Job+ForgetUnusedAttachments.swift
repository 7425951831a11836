import Outbox

extension Job {
    static func forgetUnusedAttachments(_ dependencies: Dependencies) -> Job {
        let forget = ForgetUnusedAttachments(lifetime: dependencies.settings.unusedLifetime, now: dependencies.moment)
        return sweepInBatches("forget-unused-attachments", every: .seconds(600)) { tx in try await forget(tx) }
    }
}
