import CareModels
import Foundation

/// `asyncapi.yaml` (AsyncAPI 3.0.0): what Careline publishes, for anyone with a Kafka client.
enum AsyncAPIDocument {
    static func document() -> Document {
        [
            "asyncapi": "3.0.0",
            "info": info,
            "defaultContentType": "application/json",
            "servers": [
                "broker": [
                    "host": "{bootstrap}",
                    "protocol": "kafka",
                    "description": "The Kafka cluster. `make up` prints its address at the end.",
                    "variables": [
                        "bootstrap": [
                            "default": "127.0.0.1:9092", "description": "Host and port of one broker, as in CARE_KAFKA_BOOTSTRAP."
                        ]
                    ]
                ]
            ],
            "channels": .fields(Topic.allCases.flatMap { [channel(of: $0), deadLetterChannel(of: $0)] }),
            "operations": .fields(Topic.allCases.map(operation)),
            "components": [
                "messages": .fields(EventCatalog.all.map(message)),
                "messageTraits": ["cloudEvent": cloudEventTrait, "deadLetter": deadLetterTrait]
            ]
        ]
    }

    private static let info: Document = [
        "title": "Careline events",
        "version": .text(Release.version),
        "description": .text(
            """
            Facts that Careline's services publish. Each is a CloudEvent 1.0 in Kafka's binary mode: the headers describe it, the value is its data in JSON. \
            The key is the id of what it is about, so that its events keep their order; `version` counts them from 1. \
            Delivery is at least once: keep the `ce_id`s that you have handled. Fields are only ever added, as optional: ignore those that you do not know.
            """)
    ]

    // MARK: Channels

    private static func channel(of topic: Topic) -> Document.Field {
        let references = entries(of: topic).map { reference($0.name, to: "#/components/messages/\($0.name)") }
        let tombstones =
            topic == .users ? " A record without a value (`ce_type` `\(topic.tombstone)`) belongs to compaction and is no event: pass over it." : ""
        let others = topic == .users ? " Of `\(AppWithdrawn.type)` it is the withdrawal's." : ""
        return Document.Field(
            name: topic.rawValue,
            value: [
                "address": .text(topic.rawValue),
                "title": .text("Events of \(topic.subject)s"),
                "description": .text("The key is the \(topic.subject)'s id: one \(topic.subject)'s events are in order.\(others)\(tombstones)"),
                "servers": [["$ref": "#/servers/broker"]],
                "messages": .fields(references),
                "bindings": [
                    "kafka": ["topic": .text(topic.rawValue), "partitions": .integer(Topic.partitions), "bindingVersion": "0.5.0"]
                ]
            ])
    }

    private static func deadLetterChannel(of topic: Topic) -> Document.Field {
        let messages = entries(of: topic).map { reference($0.name, to: "#/components/messages/\($0.name)") }
        return Document.Field(
            name: topic.deadLetter,
            value: [
                "address": .text(topic.deadLetter),
                "title": .text("Events of \(topic.subject)s that a consumer of Careline could not handle"),
                "description": .text(
                    "The same messages as in \(topic.rawValue), with the headers of `#/components/messageTraits/deadLetter` added. "
                        + "`careline replay` publishes the events themselves again."),
                "servers": [["$ref": "#/servers/broker"]],
                "messages": .fields(messages),
                "bindings": ["kafka": ["topic": .text(topic.deadLetter), "bindingVersion": "0.5.0"]]
            ])
    }

    private static func operation(of topic: Topic) -> Document.Field {
        let channel = "#/channels/\(topic.rawValue)"
        let references: [Document] = entries(of: topic).map { ["$ref": .text("\(channel)/messages/\($0.name)")] }
        return Document.Field(
            name: "publish-\(topic.rawValue.split(separator: ".")[1])",
            value: [
                "action": "send",
                "channel": ["$ref": .text(channel)],
                "summary": .text("Careline publishes what happened to \(topic.article) \(topic.subject)."),
                "messages": .list(references)
            ])
    }

    // MARK: Messages

    private static func message(of entry: EventEntry) -> Document.Field {
        Document.Field(
            name: entry.name,
            value: [
                "name": .text(entry.type),
                "title": .text(entry.name),
                "summary": .text(entry.summary),
                "x-promises": .fields(entry.promises.map { Document.Field(name: $0.name, value: .text($0.text)) }),
                "contentType": "application/json",
                "traits": [["$ref": "#/components/messageTraits/cloudEvent"]],
                "payload": [
                    "schemaFormat": "application/schema+json;version=draft-2020-12",
                    "schema": ["$ref": .text("./schemas/\(EventSchema(entry: entry).fileName)")]
                ]
            ])
    }

    private static let cloudEventTrait: Document = [
        "contentType": "application/json",
        "headers": [
            "type": "object",
            "required": ["ce_id", "ce_source", "ce_specversion", "ce_subject", "ce_time", "ce_type", "content-type"],
            "properties": [
                "ce_id": header("The event's own id: the same when it is delivered again.", ["format": "uuid"]),
                "ce_signature": header("Of deletions of users alone: a JWS with detached payload, by a key that Auth publishes for events.", [:]),
                "ce_source": header("The service that published it.", ["format": "uri-reference"]),
                "ce_specversion": header("CloudEvents 1.0.", ["const": "1.0"]),
                "ce_subject": header("What the event is about; the Kafka key is the same.", ["format": "uuid"]),
                "ce_time": header("When it happened, RFC 3339.", ["format": "date-time"]),
                "ce_type": header("Which event it is: a message's `name` here.", ["pattern": "^care\\.[a-z.-]+\\.v[0-9]+$"]),
                "content-type": header("The data's form.", ["const": "application/json"]),
                "traceparent": header("W3C Trace Context of the request that caused it.", ["pattern": "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$"])
            ]
        ],
        "bindings": [
            "kafka": ["key": ["type": "string", "format": "uuid", "description": "The subject's id."], "bindingVersion": "0.5.0"]
        ]
    ]

    private static let deadLetterTrait: Document = [
        "headers": [
            "type": "object",
            "required": ["dead_consumer", "dead_topic", "dead_partition", "dead_offset", "dead_error", "dead_tries", "dead_at"],
            "properties": [
                "dead_consumer": header("The consumer group that could not handle the event.", [:]),
                "dead_topic": header("The topic that it came from; with partition, offset and consumer it tells copies apart.", [:]),
                "dead_partition": header("The partition there.", ["pattern": "^[0-9]+$"]),
                "dead_offset": header("The offset there.", ["pattern": "^[0-9]+$"]),
                "dead_error": header("The kind of error; never its message.", [:]),
                "dead_tries": header("How often it was tried.", ["pattern": "^[0-9]+$"]),
                "dead_at": header("When it was parked, RFC 3339.", ["format": "date-time"]),
                "dead_left_out": header(
                    "Of an event that is too large for a dead letter: the bytes of its value, which is left out here and lies where it came from.",
                    ["pattern": "^[0-9]+$"])
            ]
        ]
    ]

    private static func header(_ description: String, _ rest: Document) -> Document {
        .fields([Document.Field(name: "type", value: "string")] + (rest.fields ?? []) + [Document.Field(name: "description", value: .text(description))])
    }

    private static func reference(_ name: String, to target: String) -> Document.Field {
        Document.Field(name: name, value: ["$ref": .text(target)])
    }

    private static func entries(of topic: Topic) -> [EventEntry] { EventCatalog.all.filter { $0.topic == topic } }
}

extension Topic {
    fileprivate var article: String { "aeo".contains(subject.prefix(1)) ? "an" : "a" }
}
