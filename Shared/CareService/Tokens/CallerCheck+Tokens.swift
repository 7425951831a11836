import Foundation
import HTTP

extension CallerCheck {
    /// By access tokens: bearers, and those that come with a proof of the key that they are bound to. On a route open to anyone a token that is refused counts as
    /// none. Without a verifier nobody is let in anywhere else.
    static func tokens(_ verifier: TokenVerifier?) -> CallerCheck {
        CallerCheck { call, access in
            try known(verifier, call, access)
        } check: { call, access in
            try await check(verifier, call, access)
        }
    }

    private static func known(_ verifier: TokenVerifier?, _ call: Call, _ access: Access) throws -> Caller {
        guard let verifier, let token = PresentedToken(call.headers) else {
            guard needsToken(access, call.headers) else { return .checked(nil) }
            throw noToken
        }
        // A proof takes elliptic curves, and is spent once.
        guard case .bearer(let text) = token else { return .unchecked }
        guard access.needsToken else {
            do { return try verifier.recall(text, now: Date()).map(Caller.checked) ?? .unchecked } catch { return .checked(nil) }
        }
        guard let identity = try verifier.recall(text, now: Date()) else { return .unchecked }
        try access.check(identity)
        return .checked(identity)
    }

    private static func check(_ verifier: TokenVerifier?, _ call: Call, _ access: Access) async throws -> Identity? {
        guard let verifier, let token = PresentedToken(call.headers) else {
            guard needsToken(access, call.headers) else { return nil }
            throw noToken
        }
        guard access.needsToken else { return try? await verifier.verify(token, of: call, now: Date()) }
        let identity = try await verifier.verify(token, of: call, now: Date())
        try access.check(identity)
        return identity
    }

    /// A token that is there and cannot be read is no other proof.
    private static func needsToken(_ access: Access, _ headers: HTTPHeaders) -> Bool {
        access.needsToken && !(access.hasOtherProof && headers["Authorization"].isEmpty)
    }

    package static var noToken: Problem {
        .unauthorized("Send an access token as Authorization: Bearer …: a login gives one, step by step at /docs/app-developers#your-app.")
    }
}
