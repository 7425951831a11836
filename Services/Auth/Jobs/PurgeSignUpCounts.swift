import Outbox

/// Deletes the counts of sign-ups whose hour is over.
func purgeSignUpCounts(_ dependencies: Dependencies) -> Job {
    let limit = 1000
    return .sweepInBatches("purge-sign-up-counts", every: .seconds(300)) { tx in
        try await tx.purgeSignUpCounts(before: dependencies.now().addingTimeInterval(-SignUpQuota.window), limit: limit) == limit
    }
}
