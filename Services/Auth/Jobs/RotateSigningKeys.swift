import Outbox

/// Makes the next signing key in time and deletes those whose tokens have expired (`KeyRotation`).
func rotateSigningKeys(_ dependencies: Dependencies) -> Job {
    .sweep("rotate-signing-keys", every: .seconds(60)) { tx in
        let config = dependencies.config
        _ = try await tx.rotateSigningKeys(schedule: config.keys, masters: config.masterKeys, now: dependencies.now())
    }
}

/// After a master key was replaced: seals the signing keys anew.
func resealSigningKeys(_ dependencies: Dependencies) -> Job {
    .sweep("reseal-signing-keys", every: .seconds(30)) { try await $0.resealSigningKeys(masters: dependencies.config.masterKeys) }
}
