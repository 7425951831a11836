import CareModels
import FHIR
import Foundation
import Postgres
import Sealing

/// What somebody subscribed to, as it is now.
struct StoredSubscription: Sendable {
    enum State: String, Sendable { case active, off }

    var id: RecordID
    /// Who hears of it; nil when they were erased.
    var actor: UserID?
    var state: State
    var notices: Int
    var events: Int
    var endsAt: Date?
    /// Nil when it ended before it was ever right.
    var terms: SubscriptionTerms?
    /// Nil: it is told in a feed.
    var hook: SubscriptionHook?

    fileprivate static let columns = "s.record_id, s.actor_id, s.state, s.notices, s.events, s.ends_at, s.terms, s.hook, s.hook_client, s.hook_address"

    fileprivate static func place(_ id: RecordID) -> String { "subscriptions terms \(id)" }

    fileprivate init(_ row: Row, _ key: PersonKey) throws {
        id = try row["record_id"]
        actor = try row["actor_id"]
        state = try row["state"]
        notices = try row["notices"]
        events = try row["events"]
        endsAt = try row["ends_at"]
        let sealed: [UInt8]? = try row["terms"]
        terms = try sealed.map { [id] in try key.open(json: $0, at: Self.place(id)) }
        hook = try SubscriptionHook(row)
    }

    /// Where its end has come, whether the row says so or not yet.
    func isActive(at now: Date) -> Bool { state == .active && (endsAt ?? .distantFuture) > now }

    func standing(at now: Date) -> SubscriptionStanding { SubscriptionStanding(isActive: isActive(at: now), hook?.state) }
}

extension StoredSubscription.State: PostgresEncodable, PostgresDecodable {}
extension SubscriptionHook.State: PostgresDecodable {}

extension SubscriptionHook {
    /// Nil: it has none.
    fileprivate init?(_ row: Row) throws {
        guard let state = try row["hook"] as State? else { return nil }
        self.init(state: state, client: try row["hook_client"], address: try row["hook_address"])
    }
}

/// With what clients call it.
struct NamedSubscription: Sendable {
    var subscription: StoredSubscription
    var fhirID: String
    /// Of the resource.
    var version: Int
}

extension PostgresRunner {
    /// Those of a record that are not deleted, the oldest first; one of them, by what clients call it or by its record's id.
    func subscriptions(of owner: UserID, _ id: String?, limit: Int, _ key: PersonKey) async throws -> [NamedSubscription] {
        let address = id.map { RecordPlace.resources("Subscription", .r4, owner).address(of: $0, key) }
        let one: SQL = id == nil ? "" : "AND (r.address = \(address) OR r.record_id = \(id.flatMap { RecordID($0) })::uuid)"
        return try await query(
            """
            SELECT \(unescaped: StoredSubscription.columns), r.head, s.version FROM subscriptions s JOIN records r USING (record_id, version)
            WHERE s.owner_id = \(owner) AND r.status <> 'deleted' \(one) ORDER BY s.record_id LIMIT \(limit)
            """
        ).map { row in
            let subscription = try StoredSubscription(row, key)
            let head: [UInt8]? = try row["head"]
            return NamedSubscription(
                subscription: subscription, fhirID: try RecordHead(opening: head, of: subscription.id, key).id ?? subscription.id.description,
                version: try row["version"])
        }
    }

    /// Those whose resources may be read.
    func within(_ reach: RecordReach, _ named: [NamedSubscription], of owner: UserID, _ key: PersonKey) async throws -> [NamedSubscription] {
        guard reach != .everything else { return named }
        let held = try await bodies(named.map { ($0.subscription.id, $0.version) }, of: owner, key).filter(reach.holds)
        let ids = Set(held.map(\.record.id))
        return named.filter { ids.contains($0.subscription.id) }
    }
}

extension Transaction {
    /// Under the person's lock: those that are to hear of what changed, locked against their own times.
    func followers(of owner: UserID, except written: Set<RecordID>, _ key: PersonKey) async throws -> [StoredSubscription] {
        try await query(
            """
            SELECT \(unescaped: StoredSubscription.columns) FROM subscriptions s JOIN records r USING (record_id, version)
            WHERE s.owner_id = \(owner) AND s.state = 'active' AND s.record_id <> ALL(\(written.map(\.uuid))::uuid[])
            ORDER BY s.record_id FOR NO KEY UPDATE OF s
            """
        ).map { try StoredSubscription($0, key) }
    }

    /// Whose records this person hears of, in the order of their ids.
    func owners(heardBy actor: UserID) async throws -> [UserID] {
        try await query("SELECT DISTINCT owner_id FROM subscriptions WHERE actor_id = \(actor) AND state = 'active' ORDER BY owner_id").map { try $0["owner_id"] }
    }

    /// Under the lock of the record's person: those by which somebody hears of it and that were written until then, locked. One that cannot be read says nothing to
    /// anybody.
    func subscriptions(of owner: UserID, heardBy actor: UserID, writtenUntil instant: Date, _ key: PersonKey) async throws -> [StoredSubscription] {
        try await query(
            """
            SELECT \(unescaped: StoredSubscription.columns) FROM subscriptions s JOIN records r USING (record_id)
            WHERE s.owner_id = \(owner) AND s.actor_id = \(actor) AND s.state = 'active' AND r.updated_at <= \(instant)
            ORDER BY s.record_id FOR NO KEY UPDATE OF s
            """
        ).compactMap { try? StoredSubscription($0, key) }
    }

    func lockSubscription(_ id: RecordID, _ key: PersonKey) async throws -> StoredSubscription? {
        try await first("SELECT \(unescaped: StoredSubscription.columns) FROM subscriptions s WHERE s.record_id = \(id) FOR NO KEY UPDATE")
            .map { try StoredSubscription($0, key) }
    }

    func countSubscriptions(of owner: UserID, except id: RecordID) async throws -> Int {
        try await first("SELECT count(*) FROM subscriptions WHERE owner_id = \(owner) AND state = 'active' AND record_id <> \(id)")?[0] ?? 0
    }

    /// What this resource asks for from now on; its numbers go on, of which `notices` is its handshake's.
    func keep(
        _ terms: SubscriptionTerms, for subscriber: SubscriptionTerms.Subscriber, of record: RecordID, version: Int, notices: Int, endsAt: Date?, now: Date,
        _ key: PersonKey
    ) async throws {
        let sealed = try key.seal(json: terms, at: StoredSubscription.place(record))
        let heartbeat = terms.heartbeat
        let hook = terms.hook.map { (state: SubscriptionHook.State.requested.rawValue, client: subscriber.client, address: $0, handshake: notices) }
        try await executeLater(
            """
            INSERT INTO subscriptions AS s (record_id, version, owner_id, actor_id, role, state, notices, events, heartbeat, ends_at, due_at, terms,
                hook, hook_client, hook_address, handshake, hook_version)
            VALUES (\(record)::uuid, \(version)::bigint, \(key.person)::uuid, \(subscriber.user)::uuid, \(subscriber.role.rawValue)::text, 'active', \(notices)::bigint, 0, \(heartbeat)::bigint::integer,
                \(endsAt)::timestamptz, least(\(heartbeat.map { now.addingTimeInterval(Double($0)) })::timestamptz, \(endsAt)::timestamptz), \(sealed)::bytea,
                \(hook?.state)::text, \(hook?.client)::text, \(hook?.address)::text, \(hook?.handshake)::bigint, 0)
            ON CONFLICT (record_id) DO UPDATE SET version = excluded.version, actor_id = excluded.actor_id, role = excluded.role, state = excluded.state,
                notices = excluded.notices, heartbeat = excluded.heartbeat, ends_at = excluded.ends_at, due_at = excluded.due_at, terms = excluded.terms,
                hook = excluded.hook, hook_client = excluded.hook_client, hook_address = excluded.hook_address, handshake = excluded.handshake
            """)
    }

    /// - Parameter version: of the resource, where that is what ends it.
    func endSubscription(_ record: RecordID, version: Int? = nil) async throws {
        try await executeLater(
            """
            UPDATE subscriptions SET state = 'off', due_at = NULL, version = coalesce(\(version)::bigint, version),
                hook = NULL, hook_client = NULL, hook_address = NULL, handshake = NULL
            WHERE record_id = \(record)
            """)
    }

    /// Of one that was to say that it is there, and whose subscriber nothing lets in any more: that notice is none.
    func endUnheard(_ record: RecordID) async throws {
        try await takeBackNotice(of: record)
        try await endSubscription(record)
    }

    /// Its number was raised, and nothing is said: the next notice has it, so that there is no gap.
    func takeBackNotice(of record: RecordID) async throws {
        try await executeLater("UPDATE subscriptions SET notices = notices - 1 WHERE record_id = \(record)")
    }

    /// Notes that this version of what its address is was heard of. The one before it; 0 when none was, nil when that is not known, or nothing of the subscription is left.
    func sawHook(of record: RecordID, version: Int) async throws -> Int? {
        let row = try await first(
            """
            WITH held AS (SELECT hook_version FROM subscriptions WHERE record_id = \(record)), seen AS (
                UPDATE subscriptions SET hook_version = greatest(hook_version, \(version)) WHERE record_id = \(record)
            )
            SELECT hook_version FROM held
            """)
        guard let row else { return nil }
        return try row["hook_version"]
    }

    /// What became of the notice of that number, or of one before it, at the address; of a subscription that began anew since nothing is said by it.
    func hook(of record: RecordID, is state: SubscriptionHookState, by notice: Int) async throws {
        let change: SQL =
            switch state {
            case .active: "hook = 'active' WHERE hook = 'requested'"
            case .error: "hook = 'error', state = 'off', due_at = NULL WHERE hook <> 'error'"
            }
        try await execute("UPDATE subscriptions SET \(change) AND record_id = \(record) AND state = 'active' AND handshake <= \(notice)")
    }

    /// Of changes that begin behind the number `events`, in one notice.
    func told(_ changes: [ToldChange], by subscription: StoredSubscription, at now: Date, _ key: PersonKey) async throws {
        let numbers = changes.indices.map { subscription.events + 1 + $0 }
        let sealed = try zip(numbers, changes).map { number, change in
            Data(try key.seal(json: change, at: KeptChange.place(subscription.id, number)))
        }
        try await executeLater(
            """
            INSERT INTO subscription_events (record_id, number, at, focus)
            SELECT \(subscription.id)::uuid, number, \(now)::timestamptz, focus FROM unnest(\(numbers)::bigint[], \(sealed)::bytea[]) AS n (number, focus)
            """)
        try await executeLater(
            "DELETE FROM subscription_events WHERE record_id = \(subscription.id) AND number <= \(subscription.events + changes.count - KeptChange.most)")
        try await executeLater(
            """
            UPDATE subscriptions SET events = \(subscription.events + changes.count), notices = \(subscription.notices + 1),
                due_at = least(\(now)::timestamptz + make_interval(secs => heartbeat), ends_at)
            WHERE record_id = \(subscription.id)
            """)
    }

    /// Of whom hears of others' records nothing stays but that there was somebody.
    func eraseSubscriptions(by person: UserID) async throws {
        try await batch([
            "SELECT 1 FROM subscriptions WHERE actor_id = \(person) ORDER BY record_id FOR NO KEY UPDATE",
            """
            UPDATE subscriptions SET state = 'off', actor_id = NULL, terms = NULL, due_at = NULL, hook = NULL, hook_client = NULL, hook_address = NULL, handshake = NULL
            WHERE actor_id = \(person)
            """
        ])
    }

    /// Ends those whose time is over, and gives those that have been silent for long: their numbers are raised already. Where nothing has come through to an address
    /// yet, nothing is said of silence.
    func dueSubscriptions(at now: Date, limit: Int) async throws -> (count: Int, silent: [SilentSubscription]) {
        let rows = try await query(
            """
            WITH due AS (
                SELECT record_id FROM subscriptions WHERE due_at <= \(now) AND state = 'active' ORDER BY due_at LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            )
            UPDATE subscriptions s SET state = CASE WHEN ends_at <= \(now) THEN 'off' ELSE state END,
                notices = notices + CASE WHEN ends_at <= \(now) OR hook = 'requested' THEN 0 ELSE 1 END,
                due_at = CASE WHEN ends_at <= \(now) THEN NULL ELSE least(\(now)::timestamptz + make_interval(secs => heartbeat), ends_at) END
            FROM due WHERE s.record_id = due.record_id
            RETURNING s.record_id, s.owner_id, s.actor_id, s.role, s.state, s.notices, s.events, s.hook, s.hook_client, s.hook_address
            """)
        // One with a word of a later release's is passed over: all the others, of whomever, are told of.
        return (rows.count, rows.compactMap { try? SilentSubscription($0) })
    }
}

/// What a heartbeat needs to know, which is nothing sealed.
struct SilentSubscription: Sendable {
    var id: RecordID
    var owner: UserID
    var actor: UserID
    var role: Role
    var notices: Int
    var events: Int
    var hook: SubscriptionHook?

    /// Nil when it has ended, or nobody is to hear of its silence.
    fileprivate init?(_ row: Row) throws {
        let state: StoredSubscription.State = try row["state"]
        guard state == .active, let actor: UserID = try row["actor_id"] else { return nil }
        hook = try SubscriptionHook(row)
        guard hook?.state != .requested else { return nil }
        self.actor = actor
        id = try row["record_id"]
        owner = try row["owner_id"]
        role = try row["role"]
        notices = try row["notices"]
        events = try row["events"]
    }
}
