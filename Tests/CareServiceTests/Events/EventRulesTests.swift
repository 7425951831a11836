import CareModels
import Foundation
import Kafka
import Postgres
import Testing

@testable import Outbox
@testable import Sealing
@testable import Telemetry

@Suite struct EventRulesTests {
    @Test(
        arguments: [
            (0, 1, VersionStep.next), (0, 3, .gap(missing: 1...2)), (4, 5, .next), (4, 4, .seen), (4, 1, .seen), (4, 9, .gap(missing: 5...8)), (.max, 9, .seen)
        ] as [(Int, Int, VersionStep)])
    func versionsProveThatNoneWasMissed(last: Int, version: Int, step: VersionStep) {
        #expect(VersionStep(after: last, to: version) == step)
    }

    @Test(arguments: [
        ("08006", FaultKind.transient), ("53300", .transient), ("57P01", .transient), ("58030", .transient), ("40001", .transient),
        ("55P03", .transient), ("25006", .transient), ("57014", .poison), ("23505", .poison), ("22P02", .poison), ("42P01", .poison)
    ])
    func theDatabasesStateIsNotTheEventsFault(state: String, kind: FaultKind) {
        #expect(FaultKind(PostgresError(sqlState: state)) == kind)
    }

    @Test func aMissingDatabaseIsNotTheEventsFault() {
        struct HandlersOwn: Error {}
        #expect(FaultKind(PostgresPoolError.unavailable) == .transient)
        #expect(FaultKind(PostgresPoolError.exhausted) == .transient)
        #expect(FaultKind(PostgresConnectionError.lost(sqlState: nil)) == .transient)
        #expect(FaultKind(PostgresConnectionError.commitUnknown) == .transient)
        #expect(FaultKind(CancellationError()) == .transient)
        #expect(FaultKind(MasterKeyMissing(id: "fingerprint")) == .transient)
        #expect(FaultKind(PostgresConnectionError.misused) == .poison)
        #expect(FaultKind(HandlersOwn()) == .poison)
    }

    private func message(_ change: (inout [String: String]) -> Void = { _ in }, value: [UInt8]? = Array("{}".utf8)) -> KafkaMessage {
        var headers = [
            "ce_id": "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11", "ce_source": "/careline/auth", "ce_type": "care.users.deleted.v1",
            "ce_subject": "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d12", "ce_time": "2026-03-08T14:30:00Z", "ce_specversion": "1.0",
            "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        ]
        change(&headers)
        return KafkaMessage(
            topic: "care.users.v1", partition: 2, offset: 7, key: nil, value: value,
            headers: headers.map { ($0.key, Array($0.value.utf8)) }, timestamp: 0)
    }

    @Test func aCloudEventIsRead() throws {
        let event = try ReceivedEvent(message())
        #expect(event.id.description == "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11")
        #expect(event.type == "care.users.deleted.v1")
        #expect(event.source == "/careline/auth")
        #expect(event.time == RFC3339.parse("2026-03-08T14:30:00Z"))
        #expect(event.traceparent == "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    }

    @Test(arguments: ["ce_id", "ce_source", "ce_type", "ce_subject", "ce_time", "ce_specversion"])
    func eachAttributeIsNeeded(name: String) {
        #expect(throws: MalformedEvent(part: name)) { try ReceivedEvent(message { $0[name] = nil }) }
        #expect(throws: MalformedEvent(part: name)) { try ReceivedEvent(message { $0[name] = "" }) }
    }

    @Test func wrongAttributesAreNamed() {
        #expect(throws: MalformedEvent(part: "ce_id")) { try ReceivedEvent(message { $0["ce_id"] = "7" }) }
        #expect(throws: MalformedEvent(part: "ce_specversion")) { try ReceivedEvent(message { $0["ce_specversion"] = "0.3" }) }
        #expect(throws: MalformedEvent(part: "data")) { try ReceivedEvent(message(value: nil)) }
        #expect(throws: MalformedEvent(part: "data")) { try ReceivedEvent(message()).decode(UserDeleted.self) }
        #expect(throws: MalformedEvent(part: "ce_type")) { try ReceivedEvent(message()).decode(UserRegistered.self) }
    }

    @Test func aDeadLetterKeepsItsEventAndTellsItsOrigin() throws {
        var parked = message { $0["dead_error"] = "an earlier one" }
        parked.key = Array("key".utf8)
        let at = try #require(RFC3339.parse("2026-03-08T15:00:00Z"))
        let record = DeadLetter(message: parked, consumerGroup: "scheduling.people", error: "PostgresError 23514 c", tries: 5, at: at).record
        #expect(record.topic == "care.users.v1.dead")
        #expect(record.key == parked.key && record.value == parked.value)
        let headers = Dictionary(record.headers.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }) { first, _ in first }
        #expect(record.headers.count == headers.count)
        #expect(headers["ce_id"] == "0198c5b2-7d7e-7cc0-8a4f-2f6f0f6f9d11")
        #expect(headers["dead_consumer"] == "scheduling.people")
        #expect(headers["dead_topic"] == "care.users.v1" && headers["dead_partition"] == "2" && headers["dead_offset"] == "7")
        #expect(headers["dead_error"] == "PostgresError 23514 c" && headers["dead_tries"] == "5")
        #expect(headers["dead_at"] == "2026-03-08T15:00:00Z")
    }

    @Test func aParkedEventGoesBackAsItWas() throws {
        let event = message()
        let letter = DeadLetter(message: event, consumerGroup: "scheduling.people", error: "PostgresError 23514 c", tries: 5, at: Date()).record
        let lying = KafkaMessage(
            topic: letter.topic, partition: 0, offset: 3, key: letter.key, value: letter.value, headers: letter.headers, timestamp: 0)
        let parked = try #require(ParkedEvent(lying))
        #expect(parked.place.topic == "care.users.v1.dead" && parked.place.partition == 0 && parked.place.offset == 3)
        #expect(parked.consumer == "scheduling.people" && parked.error == "PostgresError 23514 c" && parked.tries == "5")
        let record = try #require(parked.record)
        #expect(record.topic == "care.users.v1" && record.key == event.key && record.value == event.value)
        #expect(record.headers.map(\.name) == event.headers.map(\.name))
        #expect(record.headers.map(\.value) == event.headers.map(\.value))
        #expect(ParkedEvent(event) == nil, "nobody has parked it")
    }

    /// Who may park events of one topic could else have an operator publish in any.
    @Test func aLetterNamesTheTopicWhoseLettersItIsAmong() throws {
        let letter = DeadLetter(message: message(), consumerGroup: "scheduling.people", error: "MalformedEvent", tries: 1, at: Date()).record
        for (topic, isTaken) in [("care.users.v1.dead", true), ("care.appointments.v1.dead", false), ("care.users.v1", false)] {
            let lying = KafkaMessage(topic: topic, partition: 0, offset: 3, key: letter.key, value: letter.value, headers: letter.headers, timestamp: 0)
            #expect((ParkedEvent(lying) != nil) == isTaken, "\(topic)")
        }
    }

    @Test func aLetterWithoutItsContentGoesNowhere() throws {
        var event = message { $0["note"] = "x" }
        event.value = [UInt8](repeating: 0x20, count: 1_000_000)
        event.key = [UInt8](repeating: 0x61, count: 300)
        let letter = DeadLetter(message: event, consumerGroup: "scheduling.people", error: "Outbox.MalformedEvent", tries: 1, at: Date()).withoutContent
        #expect(letter.topic == "care.users.v1.dead" && letter.value == nil && letter.key == nil)
        #expect(!letter.headers.contains { $0.name == "note" } && letter.headers.contains { $0.name == "ce_id" })
        let lying = KafkaMessage(topic: letter.topic, partition: 0, offset: 3, key: nil, value: nil, headers: letter.headers, timestamp: 0)
        let parked = try #require(ParkedEvent(lying))
        #expect(parked.leftOut == "1000000 bytes at 7 in partition 2")
        #expect(parked.record == nil)
    }

    /// It would be refused like the whole one, tried again for ever, and everything behind it in its partition wait.
    @Test func aLetterWithoutItsContentIsShortHoweverOftenAHeaderIsRepeated() {
        var event = message()
        let once = DeadLetter(message: event, consumerGroup: "scheduling.people", error: "Outbox.MalformedEvent", tries: 1, at: Date()).withoutContent
        for number in 0..<4000 { event.headers.append((name: "ce_source", value: Array("\(number) \(String(repeating: "x", count: 240))".utf8))) }
        let letter = DeadLetter(message: event, consumerGroup: "scheduling.people", error: "Outbox.MalformedEvent", tries: 1, at: Date()).withoutContent
        #expect(letter.headers.count == once.headers.count)
        #expect(Set(letter.headers.map(\.name)).count == letter.headers.count)
        #expect(letter.headers.first { $0.name == "ce_source" }?.value.starts(with: Array("3999 ".utf8)) == true)
        #expect(letter.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.count } < 8192)
    }

    @Test func errorsAreNamedWithoutTheirMessages() {
        let error = PostgresError(sqlState: "23505", constraint: "users_name", serverMessage: "Key (name)=(Eve) already exists")
        #expect(ErrorLabel.of(error) == "PostgresError 23505 users_name")
        #expect(ErrorLabel.of(PostgresPoolError.unavailable) == "PostgresPoolError.unavailable")
        #expect(ErrorLabel.of(MalformedEvent(part: "data")) == "Outbox.MalformedEvent")
    }

    @Test func waitsDoubleUpToTheirMost() {
        let backoff = Backoff(first: .milliseconds(100), most: .seconds(1))
        #expect((1...6).map { backoff.wait(after: $0) } == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
        #expect(backoff.wait(after: 10_000) == .seconds(1))
        let jittered = backoff.jittered(after: 2)
        #expect(jittered >= .milliseconds(150) && jittered <= .milliseconds(200))
    }
}
