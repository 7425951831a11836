import CareService

/// Makes the next signing key in time and deletes those whose tokens have expired (`KeyRotation`).
func rotateSigningKeys(_ dependencies: Dependencies) -> Job {
    .sweep("rotate-signing-keys", every: .seconds(60)) { tx in
        let (schedule, sealing) = (dependencies.config.keys, dependencies.sealingKey)
        _ = try await tx.rotateSigningKeys(schedule: schedule, sealing: sealing, now: dependencies.now())
    }
}
