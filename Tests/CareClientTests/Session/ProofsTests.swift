import CareClientTesting
import CareModels
import Crypto
import Foundation
import JSON
import Testing

@testable import CareClient

/// Tokens that nobody else can use (RFC 9449).
@Suite(.timeLimit(.minutes(3))) struct ProofsTests {
    private struct Proof {
        var head: JSONValue
        var claims: JSONValue

        /// Nil when it is not signed by the key that it names.
        init?(_ text: String?) throws {
            let parts = (text ?? "").split(separator: ".").compactMap { Base64URL.decode($0) }
            guard parts.count == 3, let text else { return nil }
            (head, claims) = (try JSONDocument(parts[0]).root, try JSONDocument(parts[1]).root)
            guard let x = head["jwk"]?["x"]?.string.flatMap({ Base64URL.decode($0) }), let y = head["jwk"]?["y"]?.string.flatMap({ Base64URL.decode($0) }) else {
                return nil
            }
            let key = try P256.Signing.PublicKey(rawRepresentation: x + y)
            let signed = text[..<(text.lastIndex(of: ".") ?? text.endIndex)]
            guard try key.isValidSignature(P256.Signing.ECDSASignature(rawRepresentation: parts[2]), for: Data(signed.utf8)) else { return nil }
        }
    }

    private static func bound(_ number: Int, as type: String = "DPoP") -> HTTPReply {
        .json(#"{"access_token":"access-\#(number)","expires_in":600,"refresh_token":"refresh-\#(number)","token_type":"\#(type)"}"#)
    }

    private static func client(_ device: TestDevice, expiresIn seconds: TimeInterval = 10) async throws -> CareClient {
        try device.keepSession(expiresIn: seconds)
        var configuration = device.configuration()
        configuration.bindsTokens = true
        return try await CareClient(configuration)
    }

    @Test func aTokenGoesWithAProofOfItsRequest() async throws {
        let device = TestDevice()
        device.server.answer { call in call.url.path == "/oauth/token" ? Self.bound(2) : .json(#"{"items":[]}"#) }
        let care = try await Self.client(device)
        _ = try await care.notifications.all().current()
        let refresh = try #require(device.server.calls("/oauth/token").first)
        let proof = try #require(try Proof(refresh.headers["DPoP"]))
        #expect(proof.head["typ"]?.string == "dpop+jwt" && proof.head["alg"]?.string == "ES256" && proof.claims["htm"]?.string == "POST")
        #expect(proof.claims["htu"]?.string == "https://care.test/oauth/token" && proof.claims["ath"] == nil && proof.claims["nonce"] == nil)
        let call = try #require(device.server.calls("/notifications").first)
        #expect(call.headers["Authorization"] == "DPoP access-2")
        let own = try #require(try Proof(call.headers["DPoP"]))
        #expect(own.claims["htu"]?.string == "https://care.test/notifications" && own.claims["htm"]?.string == "GET")
        #expect(own.claims["ath"]?.string == Base64URL.encode(SHA256.hash(data: Data("access-2".utf8))))
        #expect(own.claims["iat"]?.number == device.now.timeIntervalSince1970.rounded(.down) && own.claims["jti"]?.string != proof.claims["jti"]?.string)
        // The key stays, over a restart too.
        #expect(own.head["jwk"]?["x"]?.string == proof.head["jwk"]?["x"]?.string)
        await care.close()
        let next = try await CareClient(Self.configuration(device))
        _ = try await next.notifications.all().current()
        let later = try #require(try Proof(device.server.calls("/notifications").last?.headers["DPoP"]))
        #expect(later.head["jwk"]?["x"]?.string == proof.head["jwk"]?["x"]?.string && later.claims["jti"]?.string != own.claims["jti"]?.string)
        await next.close()
    }

    private static func configuration(_ device: TestDevice) -> CareClient.Configuration {
        var configuration = device.configuration()
        configuration.bindsTokens = true
        return configuration
    }

    /// A server that knows no proofs, or a session from before.
    @Test func whatIsNotBoundIsABearersToken() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        let care = try await Self.client(device, expiresIn: 600)
        _ = try await care.notifications.all().current()
        let call = try #require(device.server.calls("/notifications").first)
        #expect(call.headers["Authorization"] == "Bearer access-1" && call.headers["DPoP"] == nil)
        await care.close()
    }

    /// The server refuses its refresh token to whoever shows no key, and its access token as a bearer's: the person would be logged out by an update of the app.
    @Test func whatIsBoundStaysSoThoughTheAppBindsNoneAnyMore() async throws {
        let device = TestDevice()
        let type = Locked("DPoP")
        device.server.answer { call in
            guard call.url.path == "/oauth/token" else { return .json(#"{"items":[]}"#) }
            let refreshToken = try #require(call.form["refresh_token"])
            let number = (Int(refreshToken.dropFirst("refresh-".count)) ?? 0) + 1
            return Self.bound(number, as: type.withLock { $0 })
        }
        let before = try await Self.client(device)
        _ = try await before.notifications.all().current()
        await before.close()

        let care = try await CareClient(device.configuration())
        _ = try await care.notifications.all().current()
        device.pass(600)
        type.withLock { $0 = "Bearer" }
        _ = try await care.notifications.all().current()
        // Once the server binds it no longer either, neither is asked for.
        device.pass(600)
        _ = try await care.notifications.all().current()
        #expect(
            device.server.calls("/notifications").map { $0.headers["Authorization"] } == ["DPoP access-2", "DPoP access-2", "Bearer access-3", "Bearer access-4"])
        let proofs = try device.server.calls("/oauth/token").map { try Proof($0.headers["DPoP"]) }
        #expect(proofs.map { $0 != nil } == [true, true, false])
        let keys = proofs.compactMap { $0?.head["jwk"]?["x"]?.string }
        #expect(Set(keys).count == 1)
        await care.close()
    }

    @Test func theServersNonceIsInTheNextProof() async throws {
        let device = TestDevice()
        device.server.answer { call in
            let nonce = try Proof(call.headers["DPoP"])?.claims["nonce"]?.string
            if call.url.path == "/oauth/token" {
                if nonce == "n1" { return Self.bound(2) }
                return HTTPReply(status: 400, headers: ["DPoP-Nonce": "n1"], body: Data(#"{"error":"use_dpop_nonce"}"#.utf8))
            }
            if nonce == "n2" { return .json(#"{"items":[]}"#) }
            return HTTPReply(status: 401, headers: ["DPoP-Nonce": "n2", "WWW-Authenticate": #"DPoP error="use_dpop_nonce""#])
        }
        let care = try await Self.client(device)
        _ = try await care.notifications.all().current()
        // No token is thrown away for a nonce.
        #expect(device.server.calls.map(\.url.path) == ["/oauth/token", "/oauth/token", "/notifications", "/notifications"])
        await care.close()
    }

    /// Which a new nonce is asked for in turn.
    @Test func aNonceIsHeardOfTheNextTokenToo() async throws {
        let device = TestDevice()
        let count = Locked(1)
        device.server.answer { call in
            if call.url.path == "/oauth/token" {
                return Self.bound(
                    count.withLock { count in
                        count += 1; return count
                    })
            }
            guard call.headers["Authorization"] == "DPoP access-3" else { return .problem("unauthorized", 401) }
            if try Proof(call.headers["DPoP"])?.claims["nonce"]?.string == "n3" { return .json(#"{"items":[]}"#) }
            return HTTPReply(status: 401, headers: ["DPoP-Nonce": "n3", "WWW-Authenticate": #"DPoP error="use_dpop_nonce""#])
        }
        let care = try await Self.client(device)
        _ = try await care.notifications.all().current()
        #expect(device.server.calls("/notifications").map { $0.headers["Authorization"] } == ["DPoP access-2", "DPoP access-3", "DPoP access-3"])
        await care.close()
    }

    /// As Auth does: the answer was lost together with its connection, and whoever shows the same key hears it again a day later.
    @Test func aLostAnswerIsHeardAgainWithTheSameKey() async throws {
        let device = TestDevice()
        let (first, isLost) = (Locked<String?>(nil), Locked(true))
        device.server.answer { call in
            guard call.url.path == "/oauth/token" else { return .json(#"{"items":[]}"#) }
            let key = try Proof(call.headers["DPoP"])?.head["jwk"]?["x"]?.string
            let holder = first.withLock { first in
                first = first ?? key
                return first
            }
            if isLost.withLock({ $0 }) { throw TransportFault.unreachable }
            guard key == holder, call.form["refresh_token"] == "refresh-1" else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
            return Self.bound(2)
        }
        let care = try await Self.client(device)
        await #expect(throws: CareError.self) { _ = try await care.notifications.all().current() }
        device.pass(86_400)
        isLost.withLock { $0 = false }
        _ = try await care.notifications.all().current()
        #expect(device.server.calls("/notifications").last?.headers["Authorization"] == "DPoP access-2")
        await care.close()
    }

    /// A token that is refused for itself is replaced as always, and the next one goes with its own proof.
    @Test func aTokenThatIsRefusedIsReplaced() async throws {
        let device = TestDevice()
        let count = Locked(1)
        device.server.answer { call in
            if call.url.path == "/oauth/token" {
                return Self.bound(
                    count.withLock { count in
                        count += 1; return count
                    })
            }
            return call.headers["Authorization"] == "DPoP access-3" ? .json(#"{"items":[]}"#) : .problem("unauthorized", 401)
        }
        let care = try await Self.client(device)
        _ = try await care.notifications.all().current()
        let calls = device.server.calls("/notifications")
        #expect(calls.map { $0.headers["Authorization"] } == ["DPoP access-2", "DPoP access-3"])
        #expect(try Proof(calls[1].headers["DPoP"])?.claims["ath"]?.string == Base64URL.encode(SHA256.hash(data: Data("access-3".utf8))))
        await care.close()
    }
}
