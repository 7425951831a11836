import Outbox

extension Job {
    /// Also what the release before takes while both run.
    static func forgetForeignPictures(_ dependencies: Dependencies) -> Job {
        let forget = ForgetForeignPictures(now: dependencies.now)
        return sweepInBatches("forget-foreign-pictures", every: .seconds(60)) { tx in try await forget(tx) }
    }
}
