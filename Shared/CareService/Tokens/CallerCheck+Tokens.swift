import Foundation
import HTTP

extension CallerCheck {
    /// By bearer tokens (RFC 6750, section 2.1). On a route open to anyone a token that is refused counts as none. Without a verifier
    /// nobody is let in anywhere else.
    static func tokens(_ verifier: TokenVerifier?) -> CallerCheck {
        CallerCheck { headers, access in
            try known(verifier, headers, access)
        } check: { headers, access in
            try await check(verifier, headers, access)
        }
    }

    private static func known(_ verifier: TokenVerifier?, _ headers: HTTPHeaders, _ access: Access) throws -> Caller {
        guard let verifier, let token = bearerToken(headers) else {
            guard needsToken(access, headers) else { return .checked(nil) }
            throw noToken
        }
        guard access.needsToken else {
            do { return try verifier.recall(token, now: Date()).map(Caller.checked) ?? .unchecked } catch { return .checked(nil) }
        }
        guard let identity = try verifier.recall(token, now: Date()) else { return .unchecked }
        try access.check(identity)
        return .checked(identity)
    }

    private static func check(_ verifier: TokenVerifier?, _ headers: HTTPHeaders, _ access: Access) async throws -> Identity? {
        guard let verifier, let token = bearerToken(headers) else {
            guard needsToken(access, headers) else { return nil }
            throw noToken
        }
        guard access.needsToken else { return try? await verifier.verify(token, now: Date()) }
        let identity = try await verifier.verify(token, now: Date())
        try access.check(identity)
        return identity
    }

    /// A token that is there and cannot be read is no other proof.
    private static func needsToken(_ access: Access, _ headers: HTTPHeaders) -> Bool {
        access.needsToken && !(access.hasOtherProof && headers["Authorization"].isEmpty)
    }

    private static var noToken: Problem { .unauthorized("Send an access token: Authorization: Bearer …") }

    private static func bearerToken(_ headers: HTTPHeaders) -> String? {
        let values = headers["Authorization"]
        guard values.count == 1, let value = values.first else { return nil }
        let prefix = value.utf8.prefix(7)
        guard prefix.count == 7, String(Substring(prefix)).lowercased() == "bearer " else { return nil }
        let token = value.utf8.dropFirst(7).drop { $0 == 0x20 }
        return token.isEmpty ? nil : String(Substring(token))
    }
}
