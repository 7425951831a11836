import CareService
import Foundation
import HTTP

extension Dependencies {
    /// The thumbprint of the key that a client shows beside its form (RFC 9449, 5), one that its tokens may be bound to; nil when it shows none.
    func shownKey(_ request: Request, ifAnyBy client: Client) throws(OAuthError) -> String? {
        guard let key = try proven(request) else { return nil }
        try FAPI.check(proofBy: key.algorithm, of: client)
        return key.thumbprint
    }

    /// The same, of a client that may have to. None at all is no invalid proof (RFC 9449, 5), but a request that lacks what it has to have.
    func shownKey(_ request: Request, by client: Client) throws(OAuthError) -> String? {
        let key = try shownKey(request, ifAnyBy: client)
        guard key != nil || !client.demandsKey else { throw OAuthError(.invalidRequest, "this client shows a key with each request for a token: send DPoP") }
        return key
    }

    private func proven(_ request: Request) throws(OAuthError) -> ProvenKey? {
        guard request.headers.contains(name: DPoPProof.name) else { return nil }
        // Apps go by their machine's clock.
        let now = Date()
        do {
            return try verifier.proven(request.call, now: now)
        } catch .nonce {
            var error = OAuthError(.useDPoPNonce, DPoPRefusal.nonce.rawValue)
            error.nonce = verifier.nonce(at: now)
            throw error
        } catch {
            throw OAuthError(.invalidDPoPProof, error.rawValue)
        }
    }
}
