import CareModels
import Crypto
import Foundation
import JSON
import Sealing
import Testing

@testable import RecordsService

@Suite struct SealedEnvelopeTests {
    static func envelope(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> SealedEnvelope {
        var members = try #require(try JSONSerialization.jsonObject(with: JSONSerialization.data(withJSONObject: Vectors.read()["envelope"] as Any)) as? [String: Any])
        change(&members)
        return try SealedEnvelope(JSONDocument([UInt8](JSONSerialization.data(withJSONObject: members))).root)
    }

    /// deploy/api/vectors/sealed-app-data.json, which another program made.
    private enum Vectors {
        static func read() throws -> [String: Any] {
            let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            let data = try Data(contentsOf: checkout.appendingPathComponent("deploy/api/vectors/sealed-app-data.json"))
            return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        }
    }

    private static func bytes(_ value: Any?) throws -> [UInt8] { try #require((value as? String).flatMap { Base64URL.decode($0) }) }

    /// What docs/records.md says, with swift-crypto.
    @Test(arguments: [0, 1]) func theVectorsOpen(index: Int) throws {
        let vectors = try Vectors.read()
        let key = try #require((vectors["keys"] as? [[String: Any]])?[index])
        let envelope = try #require(vectors["envelope"] as? [String: Any])
        let recipient = try #require((envelope["recipients"] as? [[String: Any]])?[index])
        let place = Data(try #require(vectors["additionalData"] as? String).utf8)
        let spelled = "careline app data v1\n\(vectors["person"] ?? "")\n\(envelope["objectId"] ?? "")\n\(envelope["revision"] ?? "")"
        #expect(String(decoding: place, as: UTF8.self) == spelled)

        let privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: try Self.bytes(key["private"]))
        let client = try #require(ClientKey([UInt8](privateKey.publicKey.x963Representation)))
        #expect(Base64URL.encode(client.bytes) == key["public"] as? String && client.thumbprint == key["thumbprint"] as? String)
        #expect(recipient["key"] as? String == client.thumbprint)
        var opener = try HPKE.Recipient(
            privateKey: privateKey, ciphersuite: .P256_SHA256_AES_GCM_256, info: Data("careline app data key v1".utf8),
            encapsulatedKey: Data(try Self.bytes(recipient["encapsulated"])))
        let contentKey = try opener.open(Data(try Self.bytes(recipient["wrapped"])), authenticating: place)
        #expect(Base64URL.encode(contentKey) == vectors["contentKey"] as? String)
        let box = try AES.GCM.SealedBox(combined: Data(try Self.bytes(envelope["nonce"]) + Self.bytes(envelope["ciphertext"])))
        let content = try AES.GCM.open(box, using: SymmetricKey(data: contentKey), authenticating: place)
        #expect(String(decoding: content, as: UTF8.self) == vectors["content"] as? String)
    }

    @Test func anEnvelopeIsRead() throws {
        let envelope = try Self.envelope()
        #expect(envelope.objectID.lowercaseText == "0b0f4a52-6f0e-4a38-9d1c-2f7a1f9f3c11" && envelope.revision == 3 && envelope.recipients.count == 2)
    }

    /// Ten megabytes hold a million of them.
    @Test func unknownMembersAreNamedUpToANumber() throws {
        let many = Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("unknown\($0)", 0) })
        #expect {
            _ = try Self.envelope { $0.merge(many) { own, _ in own } }
        } throws: { error in
            let faults = error as? Faults
            return faults?.all.count == 20 && faults?.more == 4_980
        }
    }

    /// A name may be as long as the body.
    @Test func anUnknownMembersNameIsCut() throws {
        #expect {
            _ = try Self.envelope { $0[String(repeating: "n", count: 10_000)] = 0 }
        } throws: { error in
            (error as? Faults)?.all.map(\.field) == [String(repeating: "n", count: 64)]
        }
    }

    /// Each part is bound to its length, and there is no place for anything in the clear.
    @Test(arguments: [
        ("version", "2"), ("suite", "\"none\""), ("objectId", "\"0B0F4A52-6F0E-4A38-9D1C-2F7A1F9F3C11\""), ("objectId", "7"), ("revision", "0"), ("revision", "1.5"),
        ("nonce", "\"QEFCQ0RFRkdISUo\""), ("nonce", "\"QEFCQ0RFRkdISUpL==\""), ("ciphertext", "\"AAAA\""), ("ciphertext", "null"), ("recipients", "[]"),
        ("recipients", "{}"), ("recipients[0]", "7"), ("note", "\"headache\"")
    ]) func everyFaultIsNamed(_ place: String, _ value: String) throws {
        let wrong = try JSONSerialization.jsonObject(with: Data(value.utf8), options: .fragmentsAllowed)
        do {
            _ = try Self.envelope { members in
                if place == "recipients[0]" { members["recipients"] = [wrong] } else { members[place] = wrong }
            }
            Issue.record("it was taken")
        } catch let faults as Faults {
            #expect(faults.all.first?.field.hasPrefix(place) == true, "\(faults.all.map(\.field))")
        }
    }

    @Test(arguments: ["key", "encapsulated", "wrapped"]) func everyPartOfARecipientIsLookedAt(_ part: String) throws {
        #expect(throws: Faults.self) {
            try Self.envelope { members in
                var recipients = members["recipients"] as? [[String: Any]] ?? []
                recipients[1][part] = "AAAA"
                members["recipients"] = recipients
            }
        }
        // Nobody twice.
        #expect(throws: Faults.self) {
            try Self.envelope { members in
                let recipients = members["recipients"] as? [[String: Any]] ?? []
                members["recipients"] = recipients + recipients
            }
        }
    }

    // MARK: What may follow

    private static func changed(_ members: [String: Any]) throws -> SealedEnvelope { try envelope { all in all.merge(members) { _, new in new } } }

    @Test func theNextStateFollowsAndTheSameForOthers() throws {
        let envelope = try Self.envelope()
        let other = String(repeating: "A", count: 64)
        try envelope.checkFollows(envelope)
        var shared = envelope
        shared.recipients.append(other)
        try shared.checkFollows(envelope)
        try Self.changed(["revision": 4, "ciphertext": other]).checkFollows(envelope)
        for wrong in [["ciphertext": other], ["revision": 4], ["revision": 5, "ciphertext": other], ["revision": 2, "ciphertext": other]] as [[String: Any]] {
            #expect(throws: Faults.self) { try Self.changed(wrong).checkFollows(envelope) }
        }
        let anotherObject: [String: Any] = ["revision": 4, "ciphertext": other, "objectId": "1b0f4a52-6f0e-4a38-9d1c-2f7a1f9f3c11"]
        #expect(throws: Faults.self) { try Self.changed(anotherObject).checkFollows(envelope) }
    }

    @Test func someKeyOfTheOwnersOpensItAndNoneThatIsRetired() throws {
        let envelope = try Self.envelope()
        let (one, other) = (envelope.recipients[0], envelope.recipients[1])
        try envelope.checkRecipients([one: false])
        try envelope.checkRecipients([one: false, other: false])
        for wrong in [[:], [one: true], [one: true, other: false]] { #expect(throws: Faults.self) { try envelope.checkRecipients(wrong) } }
    }

    @Test(
        arguments: [
            ("application/vnd.careline.sealed+json", true), ("Application/Vnd.Careline.Sealed+JSON; charset=utf-8", true), ("application/json", false),
            ("application/vnd.careline.sealed+json2", false), (nil, false)
        ] as [(String?, Bool)]) func aContentTypeNamesIt(_ type: String?, _ isMeant: Bool)
    { #expect(SealedEnvelope.isMeant(type) == isMeant) }
}
