import CareModels
import Foundation

/// What a client says of a webhook, checked whole.
struct WebhookDraft: Sendable, Equatable {
    var url: String
    var types: [String]
    var description: String?

    init(url: String?, types: [String]?, description: String?, within reach: Reach) throws(Faults) {
        var checks = Checks()
        let address = Self.url(url, within: reach, &checks)
        let wanted = Self.types(types, &checks)
        self.description = checks.name(description, "description", most: Webhook.longestDescription)
        (self.url, self.types) = try checks.done(address, wanted)
    }

    static func url(_ url: String?, within reach: Reach, _ checks: inout Checks) -> String? {
        guard let url else {
            checks.fail("url", "is required")
            return nil
        }
        WebhookURL.check(url, "url", within: reach, &checks)
        return url
    }

    /// Each once, in the catalog's order.
    static func types(_ types: [String]?, _ checks: inout Checks) -> [String]? {
        guard let types, !types.isEmpty else {
            checks.fail("types", "must name at least one type of event, such as care.appointments.booked.v1")
            return nil
        }
        guard types.count <= Webhook.mostTypes else {
            checks.fail("types", "must name at most \(limit: Webhook.mostTypes) types")
            return nil
        }
        for (index, type) in types.enumerated() where !WebhookEvents.types.contains(type) {
            checks.fail("types[\(index)]", "is no type of event that is sent: those of /docs/events are, but not those of care.feed.v1")
        }
        return WebhookEvents.types.filter(types.contains)
    }
}
