import CareModels
import Foundation

/// Which events can be sent, and what has to be known of one.
enum WebhookEvents {
    /// What only wakes the streams of Messaging is no news for anybody else.
    static let topics = Topic.allCases.filter { $0 != .feed }

    /// In the catalog's order.
    static let types = EventCatalog.all.filter { topics.contains($0.topic) }.map(\.type)

    /// Every UUID that is a string of its own in the data. Events hold ids and values, so whatever of a person is in one goes by their id.
    static func ids(in data: [UInt8]) -> Set<UUID> {
        var ids: Set<UUID> = []
        let quote = UInt8(ascii: "\"")
        for (index, byte) in data.enumerated() where byte == quote {
            let end = index + 37
            guard end < data.count, data[end] == quote, let id = UUID(strictly: String(decoding: data[(index + 1)..<end], as: UTF8.self)) else { continue }
            ids.insert(id)
        }
        return ids
    }
}

/// An event on its way to receivers.
struct WebhookEvent: Sendable, Equatable {
    var id: EventID
    var type: String
    var source: String
    var subject: UUID
    var time: Date
    /// JSON.
    var data: [UInt8]
}
