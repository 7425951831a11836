import CareModels
import Crypto
import Foundation

/// Binds tokens to a key that does not leave this device (DPoP, RFC 9449): what is stolen of a token is good for nobody.
final class Proofs: Sendable {
    private struct State {
        var key: Data?
        /// What the server wants in the next proofs.
        var nonce: String?
        /// Those that the server has bound, the latest last.
        var bound: [String] = []
    }

    private let keychain: Keychain
    private let clock: CareClock
    private let state = Locked(State())

    private static let name = "proof-key"

    init(_ keychain: Keychain, _ clock: CareClock) { (self.keychain, self.clock) = (keychain, clock) }

    func note(_ tokens: Tokens) {
        guard tokens.isBound == true else { return }
        state.withLock { state in
            guard state.bound.last != tokens.accessToken else { return }
            state.bound = state.bound.suffix(3) + [tokens.accessToken]
        }
    }

    func isBound(_ token: String) -> Bool { state.withLock { $0.bound.contains(token) } }

    /// True when the same is to be asked again, with the nonce that the server has given.
    func heard(_ reply: HTTPReply) -> Bool {
        guard let nonce = reply.headers["dpop-nonce"] else { return false }
        state.withLock { $0.nonce = nonce }
        let said = (reply.headers["www-authenticate"] ?? "") + String(decoding: reply.body.prefix(1024), as: UTF8.self)
        return [400, 401].contains(reply.status) && said.contains("use_dpop_nonce")
    }

    /// Of one request: good once, and for a minute.
    func proof(_ method: String, _ url: URL, token: String? = nil) throws -> String {
        let key = try key()
        let point = key.publicKey.rawRepresentation
        let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
        let head = Head(jwk: Head.Key(x: x, y: y))
        let claims = Claims(
            jti: UUID.v7().lowercaseText, htm: method, htu: Self.address(url), iat: Int(clock.now().timeIntervalSince1970),
            ath: token.map { Base64URL.encode(SHA256.hash(data: Data($0.utf8))) }, nonce: state.withLock { $0.nonce })
        let signed = try Base64URL.encode(Wire.encode(head)) + "." + Base64URL.encode(Wire.encode(claims))
        return try signed + "." + Base64URL.encode(key.signature(for: Data(signed.utf8)).rawRepresentation)
    }

    /// Without query and fragment.
    private static func address(_ url: URL) -> String { String(url.absoluteString.prefix { $0 != "?" && $0 != "#" }) }

    private func key() throws -> P256.Signing.PrivateKey {
        try state.withLock { state in
            if let kept = try state.key ?? keychain.load(Self.name), let key = try? P256.Signing.PrivateKey(rawRepresentation: kept) {
                state.key = kept
                return key
            }
            let made = P256.Signing.PrivateKey()
            try keychain.save(Self.name, made.rawRepresentation)
            state.key = made.rawRepresentation
            return made
        }
    }

    private struct Head: Encodable {
        struct Key: Encodable {
            var kty = "EC"
            var crv = "P-256"
            var x: String
            var y: String
        }

        var typ = "dpop+jwt"
        var alg = "ES256"
        var jwk: Key
    }

    private struct Claims: Encodable {
        var jti: String
        var htm: String
        var htu: String
        var iat: Int
        var ath: String?
        var nonce: String?
    }
}

extension Proofs? {
    /// With what a token is sent: as a bearer's, or with a proof of this request where it is bound.
    func headers(for token: String, _ method: String, _ url: URL) throws -> [String: String] {
        guard let self, self.isBound(token) else { return ["Authorization": "Bearer \(token)"] }
        return ["Authorization": "DPoP \(token)", "DPoP": try self.proof(method, url, token: token)]
    }

    /// The answer to what `ask` asks; once more, with another proof, where the server wants another nonce in it.
    func answer(_ ask: () async throws -> HTTPReply) async throws -> HTTPReply {
        let reply = try await ask()
        return self?.heard(reply) == true ? try await ask() : reply
    }
}
