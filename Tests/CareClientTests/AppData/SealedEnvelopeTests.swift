import CareModels
import Foundation
import JSON
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct SealedEnvelopeTests {
    /// deploy/api/vectors/sealed-app-data.json, which another program made.
    private struct Vectors: Decodable {
        struct Key: Decodable {
            var `private`: String
            var `public`: String
            var thumbprint: String
        }

        var person: UserID
        var content: String
        var keys: [Key]
        var envelope: SealedEnvelope

        static func read() throws -> Vectors {
            let checkout = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
            return try Wire.decode(Vectors.self, from: Data(contentsOf: checkout.appendingPathComponent("deploy/api/vectors/sealed-app-data.json")))
        }
    }

    private static let person = UserID(UUID.v7())

    @Test(arguments: [0, 1]) func theVectorsOpen(index: Int) throws {
        let vectors = try Vectors.read()
        let kept = try #require(Base64URL.decode(vectors.keys[index].private))
        let key = try #require(SealingKey(bytes: Data(kept)))
        #expect(Base64URL.encode(key.publicKey.bytes) == vectors.keys[index].public && key.publicKey.thumbprint == vectors.keys[index].thumbprint)
        #expect(try vectors.envelope.open(for: vectors.person, with: [SealingKey(), key]) == Data(vectors.content.utf8))
    }

    @Test func whatIsSealedOpensForItsRecipientsAlone() throws {
        let (mine, other, stranger) = (SealingKey(), SealingKey(), SealingKey())
        let envelope = try SealedEnvelope(Data("headache".utf8), of: Self.person, object: UUID.v7(), revision: 1, for: [mine.publicKey])
        #expect(try envelope.open(for: Self.person, with: [mine]) == Data("headache".utf8))
        #expect(throws: SealedFault.notForThisDevice) { try envelope.open(for: Self.person, with: [stranger]) }
        #expect(throws: SealedFault.unreadable) { try envelope.open(for: UserID(UUID.v7()), with: [mine]) }

        let shared = try envelope.shared(with: [other.publicKey, mine.publicKey], of: Self.person, by: [mine])
        #expect(shared.ciphertext == envelope.ciphertext && shared.nonce == envelope.nonce && shared.recipients.count == 2)
        #expect(try shared.open(for: Self.person, with: [other]) == Data("headache".utf8))
    }

    /// Under another revision, object or key it opens no more.
    @Test func nothingCanBePutInItsPlace() throws {
        let key = SealingKey()
        let envelope = try SealedEnvelope(Data("a".utf8), of: Self.person, object: UUID.v7(), revision: 2, for: [key.publicKey])
        let next = try SealedEnvelope(Data("b".utf8), of: Self.person, object: UUID.v7(), revision: 2, for: [key.publicKey])
        let changes: [(inout SealedEnvelope) -> Void] = [
            { $0.revision = 3 }, { $0.objectId = next.objectId }, { $0.ciphertext = next.ciphertext }, { $0.nonce = next.nonce }, { $0.recipients = next.recipients },
            { $0.version = 2 }, { $0.suite = "none" }, { $0.nonce = "AAAA" }, { $0.ciphertext = "" }, { $0.recipients[0].wrapped = "AAAA" },
            { $0.recipients[0].encapsulated = "" }
        ]
        for change in changes {
            var changed = envelope
            change(&changed)
            #expect(throws: SealedFault.unreadable) { try changed.open(for: Self.person, with: [key]) }
        }
    }

    @Test func aPrintedKeyIsReadAsItIsTyped() throws {
        let key = SealingKey()
        let text = PrintedKey.text(key)
        let groups: [Substring] = text.split(separator: "-")
        #expect(groups.count == 15 && groups.dropLast().allSatisfy { $0.count == 4 })
        #expect(PrintedKey.key(text) == key)
        #expect(PrintedKey.key(text.lowercased().replacingOccurrences(of: "-", with: " ")) == key)
        for (index, letter) in text.enumerated() where letter != "-" {
            var wrong = Array(text)
            wrong[index] = letter == "A" ? "B" : "A"
            #expect(PrintedKey.key(String(wrong)) == nil, "\(index)")
        }
        for wrong in ["", "AAAA", String(text.dropLast()), text + "A", "1" + text.dropFirst()] { #expect(PrintedKey.key(wrong) == nil) }
    }

    @Test func aPointThatIsNoneIsNoKey() {
        #expect(SealingPublicKey(bytes: Data(repeating: 4, count: 65)) == nil && SealingPublicKey(bytes: Data()) == nil)
    }
}
