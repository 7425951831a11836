import CareModels

@testable import AuthService

extension FuzzTarget {
    /// What a stranger's device or browser sends of a passkey: CBOR, keys, authenticator data, and the JSON around them.
    static let passkey = FuzzTarget("passkey", longest: 4096) { input in
        if let value = try? CBORReader.value(input) {
            expect(depth(value) <= CBORReader.deepest, "deeper than may be")
            // It has one spelling.
            if let encoded = encoded(value) { expect(encoded == input, "another value than was sent") }
            expect((try? CBORReader.value(input + [0])) == nil && (try? CBORReader.value(Array(input.dropLast()))) == nil, "longer or shorter than it is")
        }
        if let key = PasskeyPublicKey(input), case .rs256(let modulus, let exponent) = key {
            expect((256...512).contains(modulus.count) && (1...4).contains(exponent.count), "a key of another size")
        }
        if let data = AuthenticatorData(input) {
            expect(input.count >= AuthenticatorData.shortest && data.relyingPartyHash.count == 32, "data of \(input.count) bytes")
            expect(data.isBackupEligible || !data.isBackedUp, "a copy of what is not to be copied")
            if let credential = data.credential {
                expect((1...AuthenticatorData.longestID).contains(credential.id.count), "an id of \(credential.id.count) bytes")
                expect(input.firstRange(of: credential.id) != nil && input.firstRange(of: credential.publicKey) != nil, "a credential that was not sent")
            }
            expect(AuthenticatorData(Array(input.dropLast())) == nil, "the same with a byte less")
        }
        let text = String(decoding: input, as: UTF8.self)
        if let data = PasskeyClientData(input) {
            for ceremony in [PasskeyClientData.Ceremony.registration, .signIn] where data.isFrom(party, ceremony) {
                expect(data.type == ceremony.rawValue && data.origin == party.origin && data.topOrigin == nil, "from another page")
            }
        }
        if let sent = PasskeyRegistration.Sent(form: text) { _ = try? PasskeyRegistration(sent, for: party) }
        if let sent = PasskeyAssertion.Sent(form: text) { _ = try? PasskeyAssertion(sent, for: party) }
        // As the attestation of a browser that says the right things: what libFuzzer would not find through base64url.
        let (name, client) = (Base64URL.encode([1]), Base64URL.encode(Array(#"{"type":"webauthn.create","challenge":"AAAA","origin":"https://care.example"}"#.utf8)))
        let sent = PasskeyRegistration.Sent(
            id: name, rawId: name, type: "public-key", response: .init(clientDataJSON: client, attestationObject: Base64URL.encode(input)))
        if let made = try? PasskeyRegistration(sent, for: party) {
            expect(made.credential.id == [1] && made.challenge == [0, 0, 0], "another credential than was named")
            expect(PasskeyPublicKey(made.credential.publicKey) != nil, "a key of no use")
        }
    }

    private static let party = unwrap(RelyingParty(issuer: "https://care.example"), "no relying party")

    private static func depth(_ value: CBOR) -> Int {
        switch value {
        case .array(let items): 1 + (items.map(depth).max() ?? 0)
        case .map(let pairs): 1 + (pairs.map { max(depth($0.key), depth($0.value)) }.max() ?? 0)
        default: 1
        }
    }

    /// In its shortest form. Of floating point the size is not kept: nothing is said of these (nil).
    private static func encoded(_ value: CBOR) -> [UInt8]? {
        switch value {
        case .unsigned(let number): return head(0, number)
        case .negative(let number): return head(1, number)
        case .bytes(let bytes): return head(2, UInt64(bytes.count)) + bytes
        case .text(let text): return head(3, UInt64(text.utf8.count)) + Array(text.utf8)
        case .array(let items):
            return items.reduce(head(4, UInt64(items.count))) { all, item in
                guard let all, let item = encoded(item) else { return nil }
                return all + item
            }
        case .map(let pairs):
            return pairs.reduce(head(5, UInt64(pairs.count))) { all, pair in
                guard let all, let key = encoded(pair.key), let value = encoded(pair.value) else { return nil }
                return all + key + value
            }
        case .bool(let value): return [value ? 0xF5 : 0xF4]
        case .null: return [0xF6]
        case .other: return nil
        }
    }

    private static func head(_ major: UInt8, _ number: UInt64) -> [UInt8] {
        func bytes(_ count: UInt64) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) } }
        switch number {
        case 0..<24: return [major << 5 | UInt8(number)]
        case 0..<(1 << 8): return [major << 5 | 24] + bytes(1)
        case 0..<(1 << 16): return [major << 5 | 25] + bytes(2)
        case 0..<(1 << 32): return [major << 5 | 26] + bytes(4)
        default: return [major << 5 | 27] + bytes(8)
        }
    }
}
