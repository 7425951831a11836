import Fetch
import Foundation
import Outgoing
import Telemetry

/// Clients' keys: inline, or as their own servers publish them, which are kept so long (`KeyReading`), of so many clients.
actor ClientKeys {
    private struct Found: Sendable {
        var keys: [AssertionKey] = []
        var keptFor = KeyReading.fresh
    }

    private struct Entry {
        var found = Found()
        var readAt: Date?
        var triedAt: Date?
        var reading: Task<Found?, Never>?
    }

    private static let most = 1000

    private let servers: OutsideServers
    private let now: @Sendable () -> Date
    private var entries: [String: Entry] = [:]

    init(servers: OutsideServers, now: @escaping @Sendable () -> Date) {
        self.servers = servers
        self.now = now
    }

    /// Those that may have signed what names the key `kid`; all of them when it names none.
    func keys(of client: Client, kid: String?) async -> [AssertionKey] { await keys(client.jwks, at: client.jwksURI, of: client.id, kid: kid) }

    /// The same of who vouches for its users.
    func keys(of issuer: UserIssuer, client: String, kid: String?) async -> [AssertionKey] { await keys(issuer.jwks, at: issuer.jwksURI, of: client, kid: kid) }

    private func keys(_ inline: String?, at uri: String?, of client: String, kid: String?) async -> [AssertionKey] {
        guard let uri else { return Self.named(kid, Self.keys(inline.map { Array($0.utf8) } ?? []) ?? []) }
        let known = entries[uri] ?? Entry()
        let knows = !Self.named(kid, known.found.keys).isEmpty
        let instant = now()
        if KeyReading.isDue(readAt: known.readAt, keptFor: known.found.keptFor, triedAt: known.triedAt, knows: knows, now: instant) {
            await read(uri, client: client, now: instant)
        } else if !knows, let reading = known.reading {
            // Whoever began it may put it away after this one has gone on.
            return Self.named(kid, await reading.value?.keys ?? [])
        }
        guard let entry = entries[uri], KeyReading.isUsable(readAt: entry.readAt, now: now()) else { return [] }
        return Self.named(kid, entry.found.keys)
    }

    private func read(_ uri: String, client: String, now: Date) async {
        if entries.count >= Self.most, entries[uri] == nil, let oldest = entries.min(by: { $0.value.triedAt ?? now < $1.value.triedAt ?? now }) {
            entries[oldest.key] = nil
        }
        let servers = servers
        let reading = Task { await Self.fetch(uri, client: client, servers) }
        entries[uri, default: Entry()].triedAt = now
        entries[uri]?.reading = reading
        let found = await reading.value
        entries[uri]?.reading = nil
        guard let found else { return }
        entries[uri]?.found = found
        entries[uri]?.readAt = now
    }

    /// Nil when they cannot be had.
    private static func fetch(_ uri: String, client: String, _ servers: OutsideServers) async -> Found? {
        var fault = "no JWKS"
        do {
            let answer = try await servers.ask(.get, uri, headers: [("Accept", "application/json")], mostBytes: PublicJWKSet.mostBytes)
            if answer.status == 200, let keys = keys(answer.body) { return Found(keys: keys, keptFor: KeyReading.kept(by: answer.header("Cache-Control"))) }
            if answer.status != 200 { fault = "status \(answer.status)" }
            if KeyReading.areGone(answer.status) {
                Log.warning("a client's keys are gone", ["client": client, "error": fault])
                return Found()
            }
        } catch {
            fault = (error as? FetchError)?.word ?? "stopped"
        }
        Log.warning("a client's keys cannot be read", ["client": client, "error": fault])
        return nil
    }

    private static func keys(_ bytes: [UInt8]) -> [AssertionKey]? { PublicJWKSet(bytes).map { $0.keys.compactMap { AssertionKey($0) } } }

    private static func named(_ kid: String?, _ keys: [AssertionKey]) -> [AssertionKey] { kid.map { kid in keys.filter { $0.kid == kid } } ?? keys }
}
