import CareModels
import CareService
import Crypto
import Foundation
import ServiceTestKit
import Testing
import _CryptoExtras

@testable import AuthService

/// A client's key pair.
struct ClientKeyPair: Sendable {
    struct Claims: Encodable, Equatable, Sendable {
        var iss: String? = "app"
        var sub: String? = "app"
        var aud: String? = World.issuer
        var exp: Double? = Date().timeIntervalSince1970 + 60
        var nbf: Double?
        var iat: Double?
        var jti: String? = UUID().uuidString
        /// Of a user's.
        var name: String?
    }

    let kid: String
    let algorithm: AssertionAlgorithm
    /// Its public half.
    let jwk: String
    private let signature: @Sendable (Data) throws -> Data

    init(_ algorithm: AssertionAlgorithm = .es256, kid: String = "k1") throws {
        (self.kid, self.algorithm) = (kid, algorithm)
        switch algorithm {
        case .es256:
            let raw = P256.Signing.PrivateKey().rawRepresentation
            jwk = Self.point("P-256", try P256.Signing.PrivateKey(rawRepresentation: raw).publicKey.x963Representation, kid)
            signature = { try P256.Signing.PrivateKey(rawRepresentation: raw).signature(for: $0).rawRepresentation }
        case .es384:
            let raw = P384.Signing.PrivateKey().rawRepresentation
            jwk = Self.point("P-384", try P384.Signing.PrivateKey(rawRepresentation: raw).publicKey.x963Representation, kid)
            signature = { try P384.Signing.PrivateKey(rawRepresentation: raw).signature(for: $0).rawRepresentation }
        case .rs256, .rs384, .ps256:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            let (der, isLong) = (key.derRepresentation, algorithm == .rs384)
            let web = try #require(RSAWebKey(kid: kid, pkcs1: Array(key.publicKey.pkcs1DERRepresentation)))
            jwk = #"{"kty":"RSA","kid":"\#(kid)","n":"\#(web.n)","e":"\#(web.e)"}"#
            signature = { input in
                let key = try _RSA.Signing.PrivateKey(derRepresentation: der)
                if algorithm == .ps256 { return try key.signature(for: SHA256.hash(data: input), padding: .PSS).rawRepresentation }
                if isLong { return try key.signature(for: SHA384.hash(data: input), padding: .insecurePKCS1v1_5).rawRepresentation }
                return try key.signature(for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5).rawRepresentation
            }
        }
    }

    private static func point(_ curve: String, _ x963: Data, _ kid: String) -> String {
        let (bytes, half) = (Array(x963), (x963.count - 1) / 2)
        let (x, y) = (Base64URL.encode(bytes[1...half]), Base64URL.encode(bytes[(half + 1)...]))
        return #"{"kty":"EC","crv":"\#(curve)","kid":"\#(kid)","x":"\#(x)","y":"\#(y)"}"#
    }

    static func set(_ keys: ClientKeyPair...) -> String { #"{"keys":[\#(keys.map(\.jwk).joined(separator: ","))]}"# }

    func assertion(type: String = "JWT", algorithm: String? = nil, _ change: (inout Claims) -> Void = { _ in }) throws -> String {
        var claims = Claims()
        change(&claims)
        return try JSONWebToken.sign(claims, type: type, kid: kid, algorithm: algorithm ?? self.algorithm.rawValue, signature: signature)
    }

    /// With the address of its keys in the header.
    func assertion(keysAt address: String) throws -> String {
        let header = #"{"alg":"\#(algorithm.rawValue)","typ":"JWT","kid":"\#(kid)","jku":"\#(address)"}"#
        let input = Base64URL.encode(Array(header.utf8)) + "." + String(try assertion().split(separator: ".")[1])
        return input + "." + Base64URL.encode(try signature(Data(input.utf8)))
    }
}

@Suite struct ClientAssertionTests {
    enum Fault: String, CaseIterable, Sendable {
        case anotherIssuer, anotherAudience, expired, livesTooLong, notYetValid, issuedLater, noID, emptyID, longID
    }

    private static let audiences: Set = [World.issuer, World.issuer + "/oauth/token"]

    private static func assertion(_ change: (inout ClientKeyPair.Claims) -> Void) throws -> ClientAssertion {
        try #require(ClientAssertion(try ClientKeyPair().assertion(change)))
    }

    private static func change(_ claims: inout ClientKeyPair.Claims, _ fault: Fault, now: Double) {
        switch fault {
        case .anotherIssuer: claims.iss = "other"
        case .anotherAudience: claims.aud = "https://other.example"
        case .expired: claims.exp = now - 60
        case .livesTooLong: claims.exp = now + 361
        case .notYetValid: claims.nbf = now + 61
        case .issuedLater: claims.iat = now + 61
        case .noID: claims.jti = nil
        case .emptyID: claims.jti = ""
        case .longID: claims.jti = String(repeating: "a", count: 257)
        }
    }

    @Test(arguments: Fault.allCases) func isRefused(_ fault: Fault) throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let assertion = try Self.assertion {
            $0.exp = 1_800_000_060
            Self.change(&$0, fault, now: 1_800_000_000)
        }
        do {
            _ = try assertion.id(for: Self.audiences, now: now)
            Issue.record("not refused")
        } catch {
            #expect(error.code == .invalidClient)
        }
    }

    @Test(arguments: [(-59, nil, nil), (0, -1000, -1000), (360, 60, 60)] as [(Double, Double?, Double?)])
    func isTakenWithinTheLeeway(_ exp: Double, _ nbf: Double?, _ iat: Double?) throws {
        let now = 1_800_000_000.0
        let assertion = try Self.assertion { ($0.exp, $0.nbf, $0.iat, $0.jti) = (now + exp, nbf.map { now + $0 }, iat.map { now + $0 }, "j") }
        #expect(try assertion.id(for: Self.audiences, now: Date(timeIntervalSince1970: now)) == "j")
        #expect(assertion.forgottenAt == Date(timeIntervalSince1970: now + exp + 60))
    }

    @Test func whatIsNoAssertion() throws {
        let pair = try ClientKeyPair()
        let good = try pair.assertion()
        #expect(ClientAssertion(good) != nil)
        #expect(try ClientAssertion(pair.assertion(type: "client-authentication+jwt")) != nil)
        let parts = good.split(separator: ".").map(String.init)
        for text in [
            "", "a.b", "a.b.c", good + ".", "\(parts[0]).\(parts[1])", try pair.assertion(type: "at+jwt"), try pair.assertion(algorithm: "none"),
            try pair.assertion(algorithm: "HS256"), try pair.assertion { $0.exp = nil }, try pair.assertion { $0.aud = nil },
            try pair.assertion { $0.sub = String(repeating: "a", count: 8 << 10) }
        ] { #expect(ClientAssertion(text) == nil, "\(text.prefix(40))") }
        let critical = Base64URL.encode(Array(#"{"alg":"ES256","crit":["exp"]}"#.utf8))
        #expect(ClientAssertion("\(critical).\(parts[1]).\(parts[2])") == nil)
    }

    @Test func oneWayOfClientAuthenticationOnly() throws {
        let form = ["client_assertion": try ClientKeyPair().assertion(), "client_assertion_type": ClientAssertion.type]
        func fault(_ authorization: String?, _ more: [String: String?]) -> OAuthError.Code? {
            let changed = form.merging(more.compactMapValues { $0 }) { $1 }.filter { more[$0.key] != .some(nil) }
            do {
                _ = try ClientCredentials.parse(authorization: authorization, form: changed)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(fault(nil, [:]) == nil)
        #expect(fault(nil, ["client_id": "app"]) == nil)
        #expect(fault(nil, ["client_id": "other"]) == .invalidRequest)
        #expect(fault(nil, ["client_secret": "x"]) == .invalidRequest)
        #expect(fault("Basic YXBwOng=", [:]) == .invalidRequest)
        #expect(fault(nil, ["client_assertion_type": nil]) == .invalidClient)
        #expect(fault(nil, ["client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"]) == .invalidClient)
        #expect(fault(nil, ["client_assertion": nil]) == .invalidClient)
    }

    @Test(arguments: AssertionAlgorithm.allCases) func aKeyChecksWhatItIsFor(_ algorithm: AssertionAlgorithm) throws {
        let pair = try ClientKeyPair(algorithm)
        let key = try #require(PublicJWKSet(Array(ClientKeyPair.set(pair).utf8))?.keys.first.flatMap { AssertionKey($0) })
        let signed = try #require(ClientAssertion(try pair.assertion())).signed
        for other in AssertionAlgorithm.allCases { #expect(key.accepts(signed.signature, for: signed.input, by: other) == (other == algorithm)) }
        #expect(!key.accepts(signed.signature, for: signed.input + [0], by: algorithm))
        #expect(!key.accepts([], for: signed.input, by: algorithm))
    }

    /// As keys of a set, of which none is of use.
    static let useless = [
        "", #"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"EC","crv":"P-521","x":"AA","y":"AA"}"#, #"{"kty":"EC","crv":"P-256","use":"enc"}"#,
        #"{"kty":"EC","crv":"P-256","alg":"ES384"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#, #"{"kty":1}"#, #""key""#
    ]

    @Test(arguments: useless) func aKeyThatIsOfNoUse(_ key: String) {
        #expect(PublicJWKSet(Array(#"{"keys":[\#(key)]}"#.utf8))?.keys == [])
    }

    @Test func whatIsNoSetOfKeys() throws {
        #expect(PublicJWKSet([]) == nil)
        #expect(PublicJWKSet(Array("[]".utf8)) == nil)
        let jwk = try ClientKeyPair().jwk
        #expect(PublicJWKSet(Array(#"{"keys":[\#(jwk)],"more":"\#(String(repeating: "a", count: 64 << 10))"}"#.utf8)) == nil)
        let many = Array(repeating: jwk, count: 30).joined(separator: ",")
        #expect(PublicJWKSet(Array(#"{"keys":[\#(many)]}"#.utf8))?.keys.count == PublicJWKSet.mostKeys)
        // Not a point of the curve.
        let off = #"{"keys":[{"kty":"EC","crv":"P-256","x":"\#(String(repeating: "A", count: 43))","y":"\#(String(repeating: "A", count: 43))"}]}"#
        #expect(try #require(PublicJWKSet(Array(off.utf8))?.keys.first).algorithms == [.es256])
        #expect(PublicJWKSet(Array(off.utf8))?.keys.compactMap { AssertionKey($0) }.isEmpty == true)
    }

    @Test func aClientIsRegisteredWithKeys() throws {
        let pair = try ClientKeyPair()
        func registration(secret: String? = nil, jwks: String? = nil, uri: String? = nil) -> ClientRegistration {
            ClientRegistration(
                id: "robot", name: "Robot", secret: secret, redirectURIs: [], scopes: ["appointments:read"], grants: ["client_credentials"], isFirstParty: false,
                jwks: jwks, jwksURI: uri)
        }
        let good = try registration(jwks: ClientKeyPair.set(pair)).check()
        #expect(good.kind == .confidential && good.secretHash == nil && good.hasKeys)
        #expect(try registration(uri: "https://app.example/jwks").check().kind == .confidential)
        let faulty = [
            registration(), registration(secret: World.secret, jwks: ClientKeyPair.set(pair)),
            registration(jwks: ClientKeyPair.set(pair), uri: "https://app.example/"),
            registration(uri: "http://app.example/jwks"), registration(jwks: "{}"), registration(jwks: #"{"keys":[]}"#),
            registration(jwks: #"{"keys":[\#(pair.jwk.dropLast()),"d":"AAAA"}]}"#)
        ]
        for one in faulty { #expect(one.faults.count == 1) }
    }

    @Test(
        arguments: [
            // Seconds since they came and since they were asked for, whether the wanted one is there: whether they are read, and are of use.
            (nil, nil, false, true, false), (nil, 59, false, false, false), (nil, 60, false, true, false), (59, 59, false, false, true),
            (60, 60, false, true, true), (60, 60, true, false, true), (599, 599, true, false, true), (600, 600, true, true, true), (700, 59, true, false, true),
            (3599, 59, true, false, true), (3600, 59, true, false, false), (3600, 60, true, true, false)
        ] as [(Double?, Double?, Bool, Bool, Bool)])
    func keysAreReadAgain(_ readBefore: Double?, _ triedBefore: Double?, _ knows: Bool, _ isDue: Bool, _ isUsable: Bool) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let (read, tried) = (readBefore.map { now.addingTimeInterval(-$0) }, triedBefore.map { now.addingTimeInterval(-$0) })
        #expect(KeyReading.isDue(readAt: read, triedAt: tried, knows: knows, now: now) == isDue)
        #expect(KeyReading.isUsable(readAt: read, now: now) == isUsable)
    }

    @Test(
        arguments: [
            (nil, 600), ("", 600), ("public", 600), ("max-age=120", 120), ("public, Max-Age=90 , must-revalidate", 90), ("max-age=3600", 600), ("max-age=0", 0),
            ("no-store", 0), ("max-age=300, no-cache", 0), ("max-age=soon", 600), ("max-age=-1", 600), ("max-age=99999999999", 600), ("s-maxage=5", 600)
        ] as [(String?, Double)])
    func keysAreKeptAsTheirServerSays(_ said: String?, _ seconds: Double) {
        #expect(KeyReading.kept(by: said) == seconds)
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let read = now.addingTimeInterval(-100)
        #expect(KeyReading.isDue(readAt: read, keptFor: seconds, triedAt: read, knows: true, now: now) == (seconds <= 100))
        // Nor is any server asked twice in a minute.
        #expect(!KeyReading.isDue(readAt: read, keptFor: seconds, triedAt: now.addingTimeInterval(-59), knows: true, now: now))
    }
}
