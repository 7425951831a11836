import Outbox

extension Job {
    static func eraseDue(_ dependencies: Dependencies) -> Job {
        let erase = EraseDue(erase: dependencies.erasePerson, now: dependencies.now)
        return sweepInBatches("erase-due", every: .seconds(10)) { tx in try await erase(tx) }
    }
}
