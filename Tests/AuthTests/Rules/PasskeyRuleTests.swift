import CareModels
import Foundation
import Testing

@testable import AuthService

@Suite struct PasskeyRuleTests {
    private static let v = PasskeyVectors.self

    private static func refusal(_ sent: PasskeyRegistration.Sent, party: RelyingParty = v.party) -> PasskeyRefusal? {
        do throws(PasskeyRefusal) {
            _ = try PasskeyRegistration(sent, for: party)
            return nil
        } catch { return error }
    }

    private static func refusal(_ sent: PasskeyAssertion.Sent, party: RelyingParty = v.party) -> PasskeyRefusal? {
        do throws(PasskeyRefusal) {
            _ = try PasskeyAssertion(sent, for: party)
            return nil
        } catch { return error }
    }

    @Test(arguments: [(v.es256Attestation, v.es256Key), (v.rs256Attestation, v.rs256Key)]) func isRegistered(_ attestation: [UInt8], _ key: [UInt8]) throws {
        let made = try PasskeyRegistration(Self.v.registration(attestation), for: Self.v.party)
        #expect(made.challenge == Self.v.challenge && made.credential.id == Self.v.credential && made.credential.publicKey == key)
        #expect(made.signCount == 0 && !made.isBackupEligible && !made.isBackedUp && made.transports == ["internal", "hybrid"])
        #expect(PasskeyPublicKey(key)?.isKey == true)
    }

    @Test(arguments: [(v.es256Key, v.es256Signature), (v.rs256Key, v.rs256Signature)]) func whatItSignedIsTaken(_ kept: [UInt8], _ signature: [UInt8]) throws {
        let shown = try PasskeyAssertion(Self.v.assertion(signature), for: Self.v.party)
        let key = try #require(PasskeyPublicKey(kept))
        #expect(shown.challenge == Self.v.challenge && shown.credentialID == Self.v.credential && shown.signCount == 7 && shown.userHandle == nil)
        #expect(key.accepts(shown.signature, for: shown.signed))
        for index in [0, 32, 36, shown.signed.count - 1] {
            var other = shown.signed
            other[index] ^= 1
            #expect(!key.accepts(shown.signature, for: other))
        }
        var torn = shown.signature
        torn[torn.count - 1] ^= 1
        for signature in [torn, [], Array(torn.dropLast())] { #expect(!key.accepts(signature, for: shown.signed)) }
        let other = kept == Self.v.es256Key ? Self.v.rs256Signature : Self.v.es256Signature
        #expect(!key.accepts(other, for: shown.signed))
    }

    /// What is said by the browser.
    private static let others: [String] = [
        v.clientData("webauthn.get"), v.clientData("webauthn.create", origin: "https://evil.example"), v.clientData("webauthn.create", origin: "http://care.example"),
        v.clientData("webauthn.create", origin: "https://care.example:8443"), v.clientData("webauthn.create", origin: "https://sub.care.example"),
        v.clientData("webauthn.create").replacing("false", with: "true"), v.clientData("webauthn.create", more: #","topOrigin":"https://care.example""#),
        v.clientData("webauthn.create", more: #","type":"webauthn.create""#), "", "{}", "[]",
        v.clientData("webauthn.create", more: #","padding":"\#(String(repeating: "x", count: 4096))""#)
    ]

    @Test(arguments: others)
    func ofAnotherPageOrCeremony(_ clientData: String) {
        #expect(Self.refusal(Self.v.registration(Self.v.es256Attestation, clientData: clientData)) == .malformed)
        let shown = clientData.replacing("webauthn.get", with: "x").replacing("webauthn.create", with: "webauthn.get").replacing(#""x""#, with: #""webauthn.create""#)
        #expect(Self.refusal(Self.v.assertion(clientData: shown)) == .malformed)
    }

    /// What Chromium's virtual authenticator made and signed on a page at `http://localhost:33613`.
    @Test func ofABrowser() throws {
        let party = try #require(RelyingParty(issuer: "http://localhost:33613"))
        let registration = try #require(PasskeyRegistration.Sent(form: Self.made))
        let made = try PasskeyRegistration(registration, for: party)
        #expect(made.challenge == Self.v.challenge && made.transports == ["internal"])
        let assertion = try #require(PasskeyAssertion.Sent(form: Self.shown))
        let shown = try PasskeyAssertion(assertion, for: party)
        #expect(shown.challenge == Self.v.challenge && shown.credentialID == made.credential.id && shown.userHandle == [UInt8](repeating: 0, count: 16))
        #expect(Int64(shown.signCount) > Int64(made.signCount))
        #expect(PasskeyPublicKey(made.credential.publicKey)?.accepts(shown.signature, for: shown.signed) == true)
    }

    private static let made = [
        #"{"id":"rPWny4wUn4nkXELymkTVarUb24DiOt89i6lDEg1AX78","rawId":"rPWny4wUn4nkXELymkTVarUb24DiOt89i6lDEg1AX78","type":"public-key","res"#,
        #"ponse":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiQUFFQ0F3UUZCZ2NJQ1FvTERBME9EeEFSRWhNVUZSWVhHQmthR3h3"#,
        #"ZEhoOCIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzM2MTMiLCJjcm9zc09yaWdpbiI6ZmFsc2V9","attestationObject":"o2NmbXRkbm9uZWdhdHRTdG10oGh"#,
        #"hdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAAAQECAwQFBgcIAQIDBAUGBwgAIKz1p8uMFJ-J5FxC8ppE1Wq1G9uA4jrfPYupQxINQF-_p"#,
        #"QECAyYgASFYICb3v1LmzU1ICq5d7StM48GykHn72abJzxwh2mjjwbgaIlggbhnUJaROgLL5KM8yXUyYoqymy5NdFfX9NzDEjv-LHws","transports":["internal"]}"#,
        #"}"#
    ].joined()
    private static let shown = [
        #"{"id":"rPWny4wUn4nkXELymkTVarUb24DiOt89i6lDEg1AX78","rawId":"rPWny4wUn4nkXELymkTVarUb24DiOt89i6lDEg1AX78","type":"public-key","res"#,
        #"ponse":{"clientDataJSON":"eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiQUFFQ0F3UUZCZ2NJQ1FvTERBME9EeEFSRWhNVUZSWVhHQmthR3h3ZEho"#,
        #"OCIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6MzM2MTMiLCJjcm9zc09yaWdpbiI6ZmFsc2UsIm90aGVyX2tleXNfY2FuX2JlX2FkZGVkX2hlcmUiOiJkbyBub3QgY2"#,
        #"9tcGFyZSBjbGllbnREYXRhSlNPTiBhZ2FpbnN0IGEgdGVtcGxhdGUuIFNlZSBodHRwczovL2dvby5nbC95YWJQZXgifQ","authenticatorData":"SZYN5YgOjGh0NBc"#,
        #"PZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg","signature":"MEUCIQDCkIkaEC1M3UmeE1zDZs-V7aQi-6XDPV-1jfY9itCtywIgbhQj_D7_HGFub4BX-Arc8O01nPcr"#,
        #"tRAblyT-wf39GAg","userHandle":"AAAAAAAAAAAAAAAAAAAAAA"}}"#
    ].joined()

    @Test func whatBrowsersAddLaterIsPassedOver() {
        let more = #","other_keys_can_be_added_here":"do not compare clientDataJSON against a template""#
        #expect(Self.refusal(Self.v.registration(Self.v.es256Attestation, clientData: Self.v.clientData("webauthn.create", more: more))) == nil)
    }

    @Test func forAnotherHost() throws {
        let other = try #require(RelyingParty(issuer: "https://clinic.example"))
        #expect(
            Self.refusal(Self.v.registration(Self.v.es256Attestation, clientData: Self.v.clientData("webauthn.create", origin: other.origin)), party: other) == .malformed
        )
        #expect(Self.refusal(Self.v.assertion(clientData: Self.v.clientData("webauthn.get", origin: other.origin)), party: other) == .malformed)
    }

    /// Bits of the flags of `es256Attestation`, whose authenticator data begins at 30, and of `assertionData`.
    @Test(
        arguments: [(0x41, PasskeyRefusal.notVerified), (0x44, .notVerified), (0x05, .malformed), (0xC5, .malformed), (0x55, .malformed), (0x5D, nil), (0x4D, nil)]
            as [(UInt8, PasskeyRefusal?)])
    func flagsOfARegistration(_ flags: UInt8, _ expected: PasskeyRefusal?) throws {
        var attestation = Self.v.es256Attestation
        let start = try #require(attestation.firstRange(of: Self.v.party.hash)?.lowerBound)
        attestation[start + 32] = flags
        #expect(Self.refusal(Self.v.registration(attestation)) == expected)
    }

    @Test(
        arguments: [(0x05, nil), (0x01, PasskeyRefusal.notVerified), (0x04, .notVerified), (0x45, .malformed), (0x85, .malformed), (0x15, .malformed), (0x1D, nil)]
            as [(UInt8, PasskeyRefusal?)])
    func flagsOfAnAssertion(_ flags: UInt8, _ expected: PasskeyRefusal?) {
        var data = Self.v.assertionData
        data[32] = flags
        #expect(Self.refusal(Self.v.assertion(data: data)) == expected)
    }

    /// Whatever is cut off it, or added.
    @Test func neitherShorterNorLonger() {
        let whole = Self.v.es256Attestation
        for length in 0..<whole.count { #expect(Self.refusal(Self.v.registration(Array(whole.prefix(length)))) != nil) }
        #expect(Self.refusal(Self.v.registration(whole + [0])) == .malformed)
        let data = Self.v.assertionData
        for length in 0..<data.count { #expect(AuthenticatorData(Array(data.prefix(length))) == nil) }
        #expect(AuthenticatorData(data) != nil && AuthenticatorData(data + [0]) == nil)
        // Extensions that the flags announce.
        var extended = data
        extended[32] = 0x85
        #expect(AuthenticatorData(extended + [0xA0]) != nil)
        #expect(AuthenticatorData(extended + [0xA0, 0]) == nil)
        #expect(AuthenticatorData(extended + [0x80]) == nil)
    }

    @Test func namesAnotherCredential() {
        #expect(Self.refusal(Self.v.registration(Self.v.es256Attestation, id: [1, 2, 3])) == .malformed)
        var sent = Self.v.registration(Self.v.es256Attestation)
        sent.id = "AAAA"
        #expect(Self.refusal(sent) == .malformed)
        sent = Self.v.registration(Self.v.es256Attestation)
        sent.type = "password"
        #expect(Self.refusal(sent) == .malformed)
    }

    /// A statement of whatever format says nothing; one of `none` is empty.
    @Test func statements() throws {
        let whole = Self.v.es256Attestation
        let start = try #require(whole.firstRange(of: Array("none".utf8))?.lowerBound)
        let packed = Self.v.joined(Array(whole[..<(start - 1)]), [0x66], Array("packed".utf8), Array(whole[(start + 4)...]))
        #expect(Self.refusal(Self.v.registration(packed)) == nil)
        let statement = try #require(whole.firstRange(of: Array("attStmt".utf8))?.upperBound)
        let full = Self.v.joined(Array(whole[..<statement]), [0xA1, 0x01, 0x02], Array(whole[(statement + 1)...]))
        #expect(Self.refusal(Self.v.registration(full)) == .malformed)
    }

    /// Positions in `es256Key`: the type of key, the algorithm and the curve.
    @Test(arguments: [(2, 3), (4, 0x25), (6, 2), (7, 0x22)] as [(Int, UInt8)]) func keysOfAnotherKind(_ place: Int, _ byte: UInt8) {
        var key = Self.v.es256Key
        key[place] = byte
        #expect(PasskeyPublicKey(key) == nil)
    }

    @Test func keysThatAreNone() throws {
        // Not on the curve.
        var key = Self.v.es256Key
        key[key.count - 1] ^= 1
        #expect(PasskeyPublicKey(key)?.isKey == false)
        for none in [Array(Self.v.es256Key.dropLast()), [], [0xA0]] { #expect(PasskeyPublicKey(none) == nil) }
        // RSA of 1024 bits, and with a leading zero.
        let rsa = Self.v.rs256Key
        let start = try #require(rsa.firstRange(of: [0x59, 0x01, 0x00])?.lowerBound)
        let short = Self.v.joined(Array(rsa[..<start]), [0x58, 0x80], Array(rsa[(start + 3)..<(start + 131)]), Array(rsa[(start + 259)...]))
        #expect(PasskeyPublicKey(short) == nil)
        var zero = rsa
        zero[start + 3] = 0
        #expect(PasskeyPublicKey(zero) == nil)
    }

    @Test(arguments: [(0, 0, true), (1, 0, true), (8, 7, true), (7, 7, false), (6, 7, false), (0, 7, false)] as [(Int64, Int64, Bool)])
    func theCounter(_ count: Int64, _ last: Int64, _ goesOn: Bool) { #expect(Passkey.goesOn(count, after: last) == goesOn) }

    @Test(
        arguments: [
            ("https://care.example", "care.example", "https://care.example"), ("https://Care.Example:443", "care.example", "https://care.example"),
            ("https://care.example:8443", "care.example", "https://care.example:8443"), ("http://localhost:8080", "localhost", "http://localhost:8080"),
            ("http://127.0.0.1:8080", "localhost", "http://localhost:8080"), ("http://[::1]:8080", "localhost", "http://localhost:8080"),
            ("http://care.example", nil, nil), ("https://192.0.2.1", nil, nil), ("https://[2001:db8::1]", nil, nil), ("", nil, nil)
        ] as [(String, String?, String?)])
    func whomTheyAreFor(_ issuer: String, _ id: String?, _ origin: String?) {
        let party = RelyingParty(issuer: issuer)
        #expect(party?.id == id && party?.origin == origin)
    }

    @Test func whereItMayBe() {
        #expect(Passkey.transports(nil) == [] && Passkey.transports(["usb", "smart-card"]) == ["usb", "smart-card"])
        #expect(Passkey.transports(["", "USB", "<b>", String(repeating: "x", count: 33)]) == [])
        #expect(Passkey.transports(Array(repeating: "usb", count: 20)).count == 8)
    }

    @Test(
        arguments: [
            (nil, false), ("", false), ("  ", false), ("Jo's phone", true), (String(repeating: "x", count: 64), true), (String(repeating: "x", count: 65), false),
            ("a\u{0}b", false), ("Jo's \u{202E}enohp", false)
        ] as [(String?, Bool)])
    func names(_ name: String?, _ isTaken: Bool) { #expect(((try? Passkey.name(name)) != nil) == isTaken) }
}
