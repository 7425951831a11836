import CareModels
import Fetch

/// Servers whose addresses somebody else has named: an app, or whoever registered it. They are asked over TLS, in the public internet unless the operator allows
/// more (`Reach`, judged as a connection is opened), without following redirects, within a deadline and a size.
package struct OutsideServers: Sendable {
    private let fetcher: Fetcher
    private let reach: Reach
    private let authorities: String?
    private let deadline: Duration

    /// `authorities`: a file of certificates that are believed instead of the system's.
    package init(fetcher: Fetcher, reach: Reach, authorities: String?, deadline: Duration) {
        self.fetcher = fetcher
        self.reach = reach
        self.authorities = authorities
        self.deadline = deadline
    }

    /// Throws `FetchError`, or `CancellationError`.
    package func ask(
        _ method: FetchRequest.Method, _ url: String, headers: [(name: String, value: String)] = [], mostBytes: Int
    ) async throws -> FetchResponse {
        let isPlain = url.lowercased().hasPrefix("http:")
        var request = FetchRequest(method, url, deadline: deadline, mostBytes: mostBytes)
        request.headers = headers
        request.allowsPlain = isPlain
        request.authorities = authorities
        request.mayConnect = { [reach] address in reach.permits(IPAddress(address), plain: isPlain) }
        return try await fetcher.fetch(request)
    }
}
