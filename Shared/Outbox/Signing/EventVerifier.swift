import CareModels
import Foundation
import HTTP
import JSON
import Sealing

/// An event that has to be signed is not.
struct EventNotSigned: Error {}

/// An event's signature is none, or that of other bytes.
struct EventSignatureWrong: Error {}

/// An event is signed with a key that Auth does not publish (any more).
struct EventKeyUnknown: Error {}

/// Auth's keys for events cannot be fetched, and the event's is not among those that are known.
struct EventKeysUnavailable: PassingFault {}

/// Checks the signatures of those events that have to be signed against the keys that Auth publishes for events.
package struct EventVerifier: Sendable {
    private static let signed = Set(EventCatalog.all.filter { $0.event.isSigned }.map(\.type))

    private let keys: EventKeys

    /// `url` is an http address inside the platform: Auth's `/oauth/event-keys`.
    package init(url: String) {
        let client = HTTPClient(mostConnections: 1)
        self.init {
            let response = try await client.get(url, deadline: .seconds(3))
            guard response.status == .ok else { throw HTTPClientError.unexpectedStatus(Int(response.status.code)) }
            return try CareJSON.decode(JSONWebKeySet.self, from: response.body).keys
        }
    }

    package init(keys: @escaping @Sendable () async throws -> [JSONWebKey]) { self.keys = EventKeys(fetch: keys) }

    /// Returns when the event needs no signature, or has one that holds. Throws `EventNotSigned` and `EventSignatureWrong`, which no
    /// further try mends, `EventKeyUnknown`, which one may, and `EventKeysUnavailable`, which is not the event's fault.
    package func check(_ event: ReceivedEvent) async throws {
        guard Self.signed.contains(event.type) else { return }
        guard let text = event.signature else { throw EventNotSigned() }
        guard let parts = EventSignature.parse(text) else { throw EventSignatureWrong() }
        guard let key = try await keys.key(parts.kid) else { throw EventKeyUnknown() }
        let payload = EventSignature.payload(
            id: event.id.uuid, type: event.type, subject: event.subject, time: event.timeText, data: event.data)
        guard key.accepts(parts.signature, for: EventSignature.input(header: parts.header, payload: payload)) else { throw EventSignatureWrong() }
    }
}

/// Auth's keys for events by `kid`: fetched for one that is not known, at most once a second, and again when they are old, so that
/// one that was withdrawn is forgotten.
actor EventKeys {
    typealias Fetch = @Sendable () async throws -> [JSONWebKey]

    private static let lifetime: Duration = .seconds(300)
    private static let pause: Duration = .seconds(1)

    private let fetch: Fetch
    private var keys: [String: VerificationKey] = [:]
    private var fetchedAt: ContinuousClock.Instant?
    private var running: Task<[JSONWebKey], any Error>?

    init(fetch: @escaping Fetch) { self.fetch = fetch }

    /// Nil when Auth publishes no such key. Throws `EventKeysUnavailable`.
    func key(_ kid: String) async throws -> VerificationKey? {
        let age = fetchedAt.map { ContinuousClock.now - $0 }
        if let key = keys[kid] {
            guard age.map({ $0 > Self.lifetime }) ?? true else { return key }
            // While Auth is away those that are known stay good.
            try? await refresh()
            return keys[kid]
        }
        if let age, age < Self.pause { return nil }
        do {
            try await refresh()
        } catch {
            throw EventKeysUnavailable()
        }
        return keys[kid]
    }

    private func refresh() async throws {
        let task = running ?? Task { [fetch] in try await fetch() }
        running = task
        defer { running = nil }
        var keys: [String: VerificationKey] = [:]
        for key in try await task.value { keys[key.kid] = key.verificationKey }
        self.keys = keys
        fetchedAt = .now
    }
}
