import CareModels
import Foundation
import JSON
import Kafka
import TestKit

extension TestBroker {
    /// The shared broker, with the platform's topics.
    package static func platform() async throws -> KafkaConfiguration {
        let kafka = try configuration()
        try await KafkaAdmin(kafka).create(Topic.allCases.map { KafkaTopic($0.rawValue, partitions: Topic.partitions) })
        return kafka
    }

    /// The first `count` events about `subject`, as another program reads them.
    package static func events(about subject: UUID, on topic: Topic, count: Int = 1) async throws -> [HeardEvent] {
        let consumer = try KafkaConsumer(configuration(), .group("test-\(UUID().uuidString)"), topics: [topic.rawValue])
        let key = Array(subject.uuidString.lowercased().utf8)
        var found: [HeardEvent] = []
        while found.count < count, let messages = try await consumer.next() {
            found += try messages.filter { $0.key == key }.map { try HeardEvent($0) }
        }
        await consumer.close()
        return found
    }
}

/// What another program knows of an event.
package struct HeardEvent: Sendable, Equatable {
    package var type: String
    package var version: Int

    init(_ message: KafkaMessage) throws {
        struct Versioned: Decodable { var version: Int }
        type = String(decoding: message.headers.first { $0.name == "ce_type" }?.value ?? [], as: UTF8.self)
        version = try CareJSON.decode(Versioned.self, from: Data(message.value ?? [])).version
    }
}

extension KafkaRecord {
    /// The event as another service's relay sends it; those that are signed by the tests' key.
    package init(_ event: some CareEvent, id: UUID = .v7()) throws {
        let type = Swift.type(of: event)
        let subject = event.subject.uuidString.lowercased()
        let data = [UInt8](try CareJSON.encode(event))
        let time = Date()
        var headers = [
            ("ce_specversion", "1.0"), ("ce_id", id.uuidString.lowercased()), ("ce_source", "/test"), ("ce_type", type.type), ("ce_subject", subject),
            ("ce_time", RFC3339.format(time)), ("content-type", "application/json")
        ]
        if type.isSigned {
            let signature = try TestIssuer.eventSigner.sign(id: id, type: type.type, subject: event.subject, time: time, data: data)
            headers.append(("ce_signature", signature))
        }
        self.init(
            topic: type.topic.rawValue, key: Array(subject.utf8), value: data,
            headers: headers.map { (name: $0.0, value: Array($0.1.utf8)) })
    }
}
