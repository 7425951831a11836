import Outbox

/// Tickets that nobody used.
enum ForgetTickets {
    static func job(_ dependencies: Dependencies) -> Job {
        Job.sweepInBatches("forget-stream-tickets", every: .seconds(300)) { tx in
            try await tx.forgetTickets(before: dependencies.now(), limit: 1000)
        }
    }
}
