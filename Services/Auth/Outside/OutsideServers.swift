import CareModels
import Fetch
import Foundation

/// Clients' own servers, whose addresses the operator or an app has named: asked over TLS, in the public internet unless the operator allows more (`Reach`, judged
/// as a connection is opened), without following redirects, within a deadline and a size.
struct OutsideServers: Sendable {
    private static let deadline: Duration = .seconds(10)

    let fetcher: Fetcher
    let reach: Reach
    /// A file of certificates that are believed instead of the system's.
    let authorities: String?

    /// Throws `FetchError`, or `CancellationError`.
    func ask(_ method: FetchRequest.Method, _ url: String, headers: [(name: String, value: String)] = [], mostBytes: Int) async throws -> FetchResponse {
        let isPlain = url.lowercased().hasPrefix("http:")
        var request = FetchRequest(method, url, deadline: Self.deadline, mostBytes: mostBytes)
        request.headers = headers
        request.allowsPlain = isPlain
        request.authorities = authorities
        request.mayConnect = { [reach] address in reach.permits(IPAddress(address), plain: isPlain) }
        return try await fetcher.fetch(request)
    }
}
