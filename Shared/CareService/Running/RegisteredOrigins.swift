import CareModels
import HTTP
import JSON
import Synchronization
import Telemetry

/// The origins of the apps that are registered with Auth, which publishes them beside its keys, and the platform's own. They are read at the start
/// and then every `interval`; before the first time each second. While Auth is away those that are known stay.
final class RegisteredOrigins: Sendable {
    typealias Fetch = @Sendable () async throws -> [String]

    private let own: Set<String>
    private let interval: Duration
    private let fetch: Fetch
    private let fetched = Mutex<Set<String>?>(nil)
    private let reading = Mutex<Task<Void, any Error>?>(nil)

    init(issuer: String, interval: Duration, fetch: @escaping Fetch) {
        own = Set([WebOrigin.of(issuer)].compactMap { $0 })
        self.interval = interval
        self.fetch = fetch
    }

    /// As Auth publishes them at this address.
    static func published(at url: String) -> Fetch {
        let client = HTTPClient(mostConnections: 1)
        return {
            let response = try await client.get(url, deadline: .seconds(3))
            guard response.status == .ok else { throw HTTPClientError.unexpectedStatus(Int(response.status.code)) }
            return try CareJSON.decode(Document.self, from: response.body).origins
        }
    }

    private struct Document: Decodable { var origins: [String] }

    func contains(_ origin: String) -> Bool { own.contains(origin) || fetched.withLock { $0?.contains(origin) ?? false } }

    func begin() {
        let task = Task {
            while true {
                await self.read()
                try await Task.sleep(for: self.fetched.withLock { $0 == nil } ? min(.seconds(1), self.interval) : self.interval)
            }
        }
        reading.withLock { $0 = task }
    }

    func end() { reading.withLock { $0?.cancel() } }

    func read() async {
        do {
            let origins = Set(try await fetch())
            fetched.withLock { $0 = origins }
        } catch {
            let isKnown = fetched.withLock { $0 != nil }
            // A service that starts with the platform comes before Auth as often as not.
            Log.write(isKnown ? .warning : .info, "registered origins not read", ["error": String(reflecting: type(of: error))])
        }
    }
}
