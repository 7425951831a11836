import Postgres

/// An app leaves an authorization request with us.
struct KeepPushedRequest: Sendable {
    func callAsFunction(_ request: PushedRequest, _ tx: Transaction) async throws { try await tx.insert(request) }
}
