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
    private let cache: Mutex<BoundedCache<UserID, Kept>>

    init(capacity: Int = 10_000, lifetime: Duration = .seconds(300), fetch: @escaping Fetch) {
        // Shown from the start: the first failure is a rise from 0.
        Self.failures.add(0)
        self.fetch = fetch
        self.lifetime = lifetime
        cache = Mutex(BoundedCache(capacity: capacity))
    }

    /// Throws `MeasurementKeysUnavailable`.
    func key(of person: UserID) async throws -> MeasurementKey? {
        if let kept = cache.withLock({ $0[person] }), let key = kept.key, kept.until > .now { return key }
        do {
            let key = try await fetch(person)
            cache.withLock { $0[person] = Kept(key: key, until: .now + lifetime) }
            return key
        } catch let error as CancellationError {
            throw error
        } catch {
            Self.failures.add()
            throw MeasurementKeysUnavailable()
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
    convenience init(records url: String, token: MachineToken, client: HTTPClient) {
        self.init { person in
            let headers: HTTPHeaders = ["Authorization": "Bearer \(try await token.token())"]
            let response = try await client.get("\(url)/records/measurement-keys/\(person)", headers: headers, deadline: .seconds(3))
            switch response.status {
            case .ok:
                guard let bytes = Base64URL.decode(try CareJSON.decode(Answer.self, from: response.body).key), let key = MeasurementKey(bytes) else {
                    throw HTTPClientError.unexpectedStatus(200)
                }
                return key
            case .notFound: return nil
            default:
                if response.status == .unauthorized { await token.forget() }
                throw HTTPClientError.unexpectedStatus(Int(response.status.code))
            }
        }
    }
}
