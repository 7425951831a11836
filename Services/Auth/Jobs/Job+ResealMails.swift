import Outbox

extension Job {
    /// After a master key was replaced.
    static func resealMails(_ dependencies: Dependencies) -> Job {
        let reseal = ResealMails(masters: dependencies.masters)
        return sweep("reseal-mails", every: .seconds(30)) { tx in try await reseal(tx) }
    }
}
