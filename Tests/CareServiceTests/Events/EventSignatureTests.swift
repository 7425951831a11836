import CareModels
import Crypto
import Foundation
import Kafka
import Synchronization
import TestKit
import Testing

@testable import CareService
@testable import Outbox
@testable import Sealing

/// Only whom Auth says was deleted is deleted.
@Suite(.timeLimit(.minutes(5))) struct EventSignatureTests {
    private struct Key: Sendable {
        let published: JSONWebKey
        private let raw: [UInt8]

        init(_ kid: String) {
            let key = P256.Signing.PrivateKey()
            raw = [UInt8](key.rawRepresentation)
            published = JSONWebKey(kid: kid, publicKey: [UInt8](key.publicKey.x963Representation))
        }

        var signer: EventSigner { get throws { try EventSigner(kid: published.kid, privateKey: raw) } }
    }

    /// A deletion as the relay sends it.
    private static func record(
        _ user: UserID = UserID(.v7()), signedBy key: Key?, change: (inout [String: String], inout [UInt8]) -> Void = { _, _ in }
    ) throws -> KafkaRecord {
        let event = UserDeleted(userId: user, version: 2, deletedAt: Date(epochSeconds: 0))
        let (id, time) = (UUID.v7(), Date())
        var data = [UInt8](try CareJSON.encode(event))
        var headers = [
            "ce_id": id.lowercaseText, "ce_source": "/careline/auth", "ce_type": UserDeleted.type, "ce_subject": user.uuid.lowercaseText,
            "ce_time": RFC3339.format(time), "ce_specversion": "1.0", "content-type": "application/json"
        ]
        headers["ce_signature"] = try key?.signer.sign(id: id, type: UserDeleted.type, subject: user.uuid, time: time, data: data)
        change(&headers, &data)
        return KafkaRecord(
            topic: Topic.users.rawValue, key: Array(user.uuid.lowercaseText.utf8), value: data, headers: headers.map { ($0.key, Array($0.value.utf8)) })
    }

    private static func received(_ record: KafkaRecord) throws -> ReceivedEvent {
        try ReceivedEvent(
            KafkaMessage(
                topic: record.topic, partition: 0, offset: 0, key: record.key, value: record.value, headers: record.headers, timestamp: 0))
    }

    @Test func aSignatureHoldsForExactlyWhatWasSigned() async throws {
        let (key, other) = (Key("events-1"), Key("events-1"))
        let verifier = EventVerifier { [key.published] }
        try await verifier.check(Self.received(Self.record(signedBy: key)))

        let changes: [(inout [String: String], inout [UInt8]) -> Void] = [
            { headers, _ in headers["ce_id"] = UUID.v7().lowercaseText },
            { headers, _ in headers["ce_subject"] = UUID.v7().lowercaseText },
            { headers, _ in headers["ce_time"] = "2026-01-01T00:00:00Z" },
            { _, data in data[data.count - 2] ^= 1 },
            { headers, _ in headers["ce_signature"]?.removeLast(3) },
            { headers, _ in headers["ce_signature"] = "x" },
            { headers, _ in headers["ce_signature"]?.replace("..", with: ".e30.") }
        ]
        for change in changes {
            let event = try Self.received(Self.record(signedBy: key, change: change))
            await #expect(throws: EventSignatureWrong.self) { try await verifier.check(event) }
        }
        let foreign = try Self.received(Self.record(signedBy: other))
        await #expect(throws: EventSignatureWrong.self) { try await verifier.check(foreign) }
        let unsigned = try Self.received(Self.record(signedBy: nil))
        await #expect(throws: EventNotSigned.self) { try await verifier.check(unsigned) }
    }

    /// Nor does a header of another spelling pass, such as a token's.
    @Test func aTokenIsNoSignature() async throws {
        let key = Key("events-1")
        let verifier = EventVerifier { [key.published] }
        let token = try JSONWebToken.sign(["sub": "x"], type: "at+jwt", kid: "events-1", key: P256.Signing.PrivateKey())
        for text in [token, token.split(separator: ".").prefix(1).joined() + ".." + (token.split(separator: ".").last ?? "")] {
            let event = try Self.received(Self.record(signedBy: key) { headers, _ in headers["ce_signature"] = text })
            await #expect(throws: EventSignatureWrong.self) { try await verifier.check(event) }
        }
    }

    @Test func keysAreFetchedWhenTheyAreNeededAndOthersNeedNone() async throws {
        let (first, second) = (Key("events-1"), Key("events-2"))
        let published = Mutex<[JSONWebKey]?>(nil)
        struct Away: Error {}
        let verifier = EventVerifier {
            guard let keys = published.withLock({ $0 }) else { throw Away() }
            return keys
        }
        let event = try Self.received(Self.record(signedBy: first))
        await #expect(throws: EventKeysUnavailable.self) { try await verifier.check(event) }
        #expect(FaultKind(EventKeysUnavailable()) == .transient)
        published.withLock { $0 = [first.published] }
        try await verifier.check(event)
        // Auth is away: what is known holds on.
        published.withLock { $0 = nil }
        try await verifier.check(event)
        // A key that Auth does not publish: a rotation may be on its way, so it is asked for again.
        published.withLock { $0 = [first.published] }
        let next = try Self.received(Self.record(signedBy: second))
        await #expect(throws: EventKeyUnknown.self) { try await verifier.check(next) }
        published.withLock { $0 = [first.published, second.published] }
        try await eventually("the new key") { (try? await verifier.check(next)) != nil }

        let other = try KafkaRecordSource.registered()
        try await verifier.check(Self.received(other))
    }

    /// Through Kafka: a forged deletion is parked and nobody erased; the signed one takes effect.
    @Test func aForgedDeletionIsParked() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, _ in
            let key = Key("events-1")
            let (victim, leaving) = (UserID(.v7()), UserID(.v7()))
            let producer = try Kit.producer()
            let consumer = Consumer(
                "deletions", topic: .users,
                [
                    .on(UserDeleted.self) { event, _, tx in
                        guard [victim, leaving].contains(event.userId) else { return }
                        try await tx.execute("INSERT INTO effects (subject, version) VALUES (\(event.subject), \(event.version))")
                    }
                ])
            let service = "signed-\(UUID())"
            let runner = try #require(
                ConsumerRunner(
                    consumer, service: service, pool: pool, producer: producer,
                    kafka: KafkaConfiguration(bootstrap: try TestBroker.bootstrap(), clientID: "signed"), verifier: EventVerifier { [key.published] }))
            let parked = try await TopicReader(Topic.users.deadLetter, about: [victim.uuid, leaving.uuid])
            @Sendable func text(_ name: String, of message: KafkaMessage) -> String {
                String(decoding: message.headers.first { $0.name == name }?.value ?? [], as: UTF8.self)
            }
            // Whoever else listens on this broker parks them too.
            @Sendable func ours() -> [KafkaMessage] { parked.received.filter { text(DeadLetterHeader.consumer, of: $0).hasPrefix(service) } }
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, runner]) {
                for record in [
                    try Self.record(victim, signedBy: nil), try Self.record(victim, signedBy: Key("events-1")), try Self.record(leaving, signedBy: key)
                ] { _ = try await producer.send(record) }
                try await eventually("the signed one") { try await pool.count("SELECT count(*) FROM effects WHERE subject = \(leaving)") == 1 }
                try await eventually("two parked") { ours().count == 2 }
            }
            await parked.close()
            #expect(try await pool.count("SELECT count(*) FROM effects WHERE subject = \(victim)") == 0)
            let errors = ours().map { text(DeadLetterHeader.error, of: $0) }
            #expect(errors == ["Outbox.EventNotSigned", "Outbox.EventSignatureWrong"])
        }
    }

    /// With the event, in its commit; and what a release before left unsigned is signed later and sent again.
    @Test func deletionsAreSignedInTheOutbox() async throws {
        try await Kit.withDatabase { pool, _ in
            let key = Key("events-1")
            let signer = try key.signer
            let verifier = EventVerifier { [key.published] }
            let user = UserID(.v7())
            let event = UserDeleted(userId: user, version: 2, deletedAt: Date(epochSeconds: 0))
            await #expect(throws: EventSignerMissing.self) { try await pool.transaction { try await $0.emit(event) } }
            try await pool.transaction { try await $0.emit(event, signedBy: signer) }

            func rows() async throws -> [OutboxRow] { try await pool.withConnection { try await $0.unpublished(limit: 10, beingSent: []) } }
            try await verifier.check(Self.received(try #require(try await rows().first).record(source: Array("/careline/auth".utf8))))

            try await pool.withConnection { connection in
                try await connection.execute("UPDATE outbox SET signature = NULL")
                try await connection.execute("DELETE FROM outbox_pending")
            }
            let later = Date().addingTimeInterval(60)
            #expect(try await pool.transaction { try await $0.signUnsignedEvents(before: later, by: signer, limit: 10) } == false)
            #expect(try await rows().count == 1)
            try await verifier.check(Self.received(try #require(try await rows().first).record(source: Array("/careline/auth".utf8))))
        }
    }

    private enum KafkaRecordSource {
        /// An event of a kind that nobody signs.
        static func registered() throws -> KafkaRecord {
            try EventSignatureTests.record(signedBy: nil) { headers, _ in headers["ce_type"] = UserRegistered.type }
        }
    }
}
