import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Outbox
import Sealing
import Synchronization
import Telemetry

/// What opens a person's measurements cannot be had just now: Records or Auth does not answer, or does not know this service. The event waits.
struct MeasurementKeysUnavailable: PassingFault {}

/// Records is there, and its answer about this one person is a failure or no key. Others' events wait behind theirs, so that after a while it is a dead letter, as what
/// no try mends is: the operator sends it again once the key is mended.
struct MeasurementKeyRefused: Error {}

/// The keys of persons' measurements, which Records hands out for as long as they have an account. Kept in memory alone and not for long, so that one that
/// was destroyed there is soon gone here; with those that are kept, Records may be away.
final class MeasurementKeys: Sendable {
    /// Nil: the person has none, or has none any more.
    typealias Fetch = @Sendable (UserID) async throws -> MeasurementKey?

    private struct Kept: Sendable {
        /// Nil: there was none. That is told to whoever has just asked, and is asked again the next time.
        var key: MeasurementKey?
        var until: ContinuousClock.Instant
    }

    private static let failures = Counter("care_measurement_key_failures_total", "keys of measurements that Records did not give; their events wait")

    private let fetch: Fetch
    private let lifetime: Duration
    private let patience: Duration
    private let cache: Mutex<BoundedCache<UserID, Kept>>
    /// Since when each person's is refused, each time that it is asked for.
    private let refused: Mutex<BoundedCache<UserID, ContinuousClock.Instant>>

    /// `patience`: for so long a person's events wait whose key alone is refused.
    init(capacity: Int = 10_000, lifetime: Duration = .seconds(300), patience: Duration = .seconds(900), fetch: @escaping Fetch) {
        // Shown from the start: the first failure is a rise from 0.
        Self.failures.add(0)
        self.fetch = fetch
        self.lifetime = lifetime
        self.patience = patience
        cache = Mutex(BoundedCache(capacity: capacity))
        refused = Mutex(BoundedCache(capacity: capacity))
    }

    /// Throws `MeasurementKeysUnavailable`, or `MeasurementKeyRefused` when it has been that person's fault for long.
    func key(of person: UserID) async throws -> MeasurementKey? {
        if let kept = cache.withLock({ $0[person] }), let key = kept.key, kept.until > .now { return key }
        do {
            let key = try await fetch(person)
            cache.withLock { $0[person] = Kept(key: key, until: .now + lifetime) }
            refused.withLock { $0[person] = nil }
            return key
        } catch let error as CancellationError {
            throw error
        } catch is MeasurementKeyRefused {
            Self.failures.add()
            guard await isTheirsAlone(person) else { throw MeasurementKeysUnavailable() }
            throw MeasurementKeyRefused()
        } catch {
            Self.failures.add()
            // Whose fault it is will be seen when Records is back.
            refused.withLock { $0[person] = nil }
            throw MeasurementKeysUnavailable()
        }
    }

    /// For longer than their events wait Records has refused this person's, and it does answer: about somebody whom nobody is, of whom it notes nothing.
    private func isTheirsAlone(_ person: UserID) async -> Bool {
        let since = refused.withLock { refused -> ContinuousClock.Instant in
            let first = refused[person] ?? .now
            refused[person] = first
            return first
        }
        guard since.duration(to: .now) >= patience else { return false }
        do {
            _ = try await fetch(UserID(.v7()))
            return true
        } catch {
            return false
        }
    }

    /// What was answered when it was last asked for, of memory alone: for who holds a transaction, in which nobody waits for another service. Throws
    /// `MeasurementKeysUnavailable` when that is not there any more.
    func inMemory(of person: UserID) throws -> MeasurementKey? {
        guard let kept = cache.withLock({ $0[person] }) else { throw MeasurementKeysUnavailable() }
        return kept.key
    }

    func forget(_ person: UserID) { cache.withLock { $0[person] = nil } }
}

extension MeasurementKeys {
    private struct Answer: Decodable { var key: String }

    /// From Records at this address inside the platform, with a machine's token.
    convenience init(records url: String, token: MachineToken, client: HTTPClient, patience: Duration = .seconds(900)) {
        self.init(patience: patience) { person -> MeasurementKey? in
            let headers: HTTPHeaders = ["Authorization": "Bearer \(try await token.token())"]
            let response = try await client.get("\(url)/records/measurement-keys/\(person)", headers: headers, deadline: .seconds(3))
            switch response.status {
            case .ok:
                guard let answer = try? CareJSON.decode(Answer.self, from: response.body), let bytes = Base64URL.decode(answer.key),
                    let key = MeasurementKey(bytes)
                else { throw MeasurementKeyRefused() }
                return key
            case .notFound: return nil
            case .internalServerError: throw MeasurementKeyRefused()
            default:
                if response.status == .unauthorized { await token.forget() }
                throw HTTPClientError.unexpectedStatus(Int(response.status.code))
            }
        }
    }
}
