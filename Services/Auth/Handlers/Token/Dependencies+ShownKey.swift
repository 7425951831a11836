import CareService
import Foundation
import HTTP

extension Dependencies {
    /// The thumbprint of the key that a client shows beside its form (RFC 9449, 5); nil when it shows none.
    func shownKey(_ request: Request) throws(OAuthError) -> String? {
        guard request.headers.contains(name: DPoPProof.name) else { return nil }
        do {
            // Apps go by their machine's clock.
            return try verifier.proven(request.call, now: Date())
        } catch {
            throw OAuthError(.invalidDPoPProof, error.rawValue)
        }
    }

    /// The same, of a client that may have to.
    func shownKey(_ request: Request, by client: Client) throws(OAuthError) -> String? {
        let key = try shownKey(request)
        guard key != nil || !client.demandsKey else { throw OAuthError(.invalidDPoPProof, "this client shows a key with each request for a token: send DPoP") }
        return key
    }
}
