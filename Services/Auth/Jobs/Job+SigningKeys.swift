import Outbox

extension Job {
    static func rotateSigningKeys(_ dependencies: Dependencies) -> Job {
        let rotate = RotateSigningKeys(schedule: dependencies.settings.keys, masters: dependencies.masters, now: dependencies.now)
        return sweep("rotate-signing-keys", every: .seconds(60)) { tx in try await rotate(tx) }
    }

    /// After a master key was replaced.
    static func resealSigningKeys(_ dependencies: Dependencies) -> Job {
        let reseal = ResealSigningKeys(masters: dependencies.masters)
        return sweep("reseal-signing-keys", every: .seconds(30)) { tx in try await reseal(tx) }
    }
}
