import Outbox

/// Signs deletions that a release before emitted, and sends them again. An hour later, when no replica of that release is left whose
/// relay would send them without their signature.
func signDeletions(_ dependencies: Dependencies) -> Job {
    .sweepInBatches("sign-deletions", every: .seconds(60)) { tx in
        let now = dependencies.now()
        let signer = try await tx.eventSigner(dependencies.masters, now: now)
        return try await tx.signUnsignedEvents(before: now.addingTimeInterval(-3600), by: signer, limit: 200)
    }
}

/// After a master key was replaced.
func resealEventKeys(_ dependencies: Dependencies) -> Job {
    .sweep("reseal-event-keys", every: .seconds(30)) { try await $0.resealEventKeys(masters: dependencies.masters) }
}
