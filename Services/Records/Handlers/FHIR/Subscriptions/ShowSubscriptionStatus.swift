import CareModels
import FHIR
import HTTP

/// `GET /fhir/r4/Subscription/$status` and `GET /fhir/r4/Subscription/:id/$status`: how subscriptions to a record's changes stand.
struct ShowSubscriptionStatus: Sendable {
    let dependencies: Dependencies
    var isOfOne = false

    static let query: Set<String> = ["_format", "_pretty"]
    /// As there may be, of which some are over.
    private static let most = 200

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        guard try request.resourceType(.r4) == "Subscription" else { throw Refusal.noSuch(.resource) }
        let reach = try access.permissions.reach(.read, "Subscription")
        let id = isOfOne ? try request.resourceID() : nil
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection in
            let named = try await connection.subscriptions(of: access.owner, id, limit: Self.most, key)
            return try await connection.within(reach, named, of: access.owner, key)
        }
        if isOfOne, found?.isEmpty ?? true { throw Refusal.noSuch(.resource) }
        let (urls, now) = (dependencies.urls(.r4), dependencies.instant)
        let statuses = (found ?? []).map { (id: $0.subscription.id, status: SubscriptionStatus(.status, $0, urls, now: now)) }
        let address = urls.base + "/Subscription" + (id.map { "/\($0)" } ?? "") + "/$status"
        return .fhir(SubscriptionStatusesView(statuses: statuses, address: address).bytes)
    }
}
