import CareModels
import FHIR
import Foundation
import HTTP

/// `GET` and `POST /fhir/r4/Subscription/$status` and `/fhir/r4/Subscription/:id/$status`: how subscriptions to a record's changes stand. A POST says in Parameters which
/// are meant.
struct ShowSubscriptionStatus: Sendable {
    let dependencies: Dependencies
    var isOfOne = false

    static let query: Set<String> = ["_format", "_pretty"]
    /// Of all of them: those that are meant.
    static let queryOfAll = query.union(["id", "status"])
    /// As there may be, of which some are over.
    private static let most = 200

    func handle(_ request: Request) async throws -> Response {
        try FHIRMedia.checkAccept(request)
        let access = try await request.access(dependencies)
        guard try request.resourceType(.r4) == "Subscription" else { throw Refusal.noSuch(.resource) }
        let reach = try access.permissions.reach(.read, "Subscription")
        let id = isOfOne ? try request.resourceID() : nil
        let query = try (isOfOne ? OperationParameters.status : OperationParameters.statuses).query(request)
        let wanted = try wanted(query)
        let found = try await dependencies.pool.read(of: access.owner, dependencies.keys) { key, connection in
            let named = try await connection.subscriptions(of: access.owner, id, limit: Self.most, key)
            return try await connection.within(reach, named, of: access.owner, key)
        }
        if isOfOne, found?.isEmpty ?? true { throw Refusal.noSuch(.resource) }
        let (urls, now) = (dependencies.urls(.r4), dependencies.moment())
        let statuses = (found ?? []).filter { wanted.holds(of: $0, now) }.map { named in
            let isCounted = access.mayCount(named.subscription, by: request.identity.userID)
            return (id: named.subscription.id, status: SubscriptionStatus(.status, named, urls, now: now, isCounted: isCounted))
        }
        let asked = request.method == .POST ? Self.spelled(query) : request.queryString
        let address = urls.base + "/Subscription" + (id.map { "/\($0)" } ?? "") + "/$status" + (isOfOne || asked.isEmpty ? "" : "?" + asked)
        return .fhir(SubscriptionStatusesView(statuses: statuses, address: address).bytes)
    }

    /// As a GET would ask for it.
    private static func spelled(_ query: QueryParameters) -> String {
        ["id", "status"].compactMap { name in query[name].map { "\(name)=\(SearchsetView.escaped($0))" } }.joined(separator: "&")
    }

    /// Nothing: all of them.
    private struct Wanted {
        var ids: Set<String>
        var standings: Set<SubscriptionStanding>

        func holds(of named: NamedSubscription, _ now: Date) -> Bool {
            let isNamed = ids.isEmpty || ids.contains(named.fhirID) || ids.contains(named.subscription.id.description)
            return isNamed && (standings.isEmpty || standings.contains(named.subscription.standing(at: now)))
        }
    }

    /// Each may be given more than once, or with commas between.
    private func wanted(_ query: QueryParameters) throws -> Wanted {
        func values(_ name: String) -> [String] { query.all(name).flatMap { $0.split(separator: ",").map(String.init) } }
        let ids = values("id")
        guard ids.count <= Self.most, ids.allSatisfy({ ResourceID.isValid($0) }) else {
            throw Problem.invalid(Fault("id", "is one to \(limit: Self.most) ids of subscriptions"))
        }
        let standings = try values("status").map { text in
            guard let standing = SubscriptionStanding(rawValue: text) else { throw Problem.invalid(Fault("status", "must be requested, active, error or off")) }
            return standing
        }
        return Wanted(ids: Set(ids), standings: Set(standings))
    }
}

extension RecordAccess {
    /// Whether somebody is told how many changes a subscription has told of: who hears by it, and who may see all that it is about. To others the number would tell of
    /// what is out of their reach.
    func mayCount(_ subscription: StoredSubscription, by caller: UserID?) -> Bool {
        if let caller, subscription.actor == caller { return true }
        // Of one whose subscriber was erased it is not known any more what it was about: it may have been anything.
        let types = subscription.terms?.filters.map(\.type) ?? Array(FHIRRelease.r4.types)
        return types.allSatisfy { type in (try? permissions.reach(.read, type)) == .everything }
    }
}
