import CareModels
import Foundation

/// What a client changes of one.
struct WebhookChange: Sendable {
    var url: String?
    var types: [String]?
    var description: Patched<String>
    var state: Webhook.State?

    /// What a merge patch says, checked whole.
    init(
        url: Patched<String>, types: Patched<[String]>, description: Patched<String>, status: Patched<String>, state: Patched<String>, within reach: Reach
    ) throws(Faults) {
        var checks = Checks()
        self.url = checks.kept(url, "url").flatMap { WebhookDraft.url($0, within: reach, &checks) }
        self.types = checks.kept(types, "types").flatMap { WebhookDraft.types($0, &checks) }
        self.description = description
        if case .set(let text) = description { self.description = Patched(checks.name(text, "description", most: Webhook.longestDescription)) }
        let (current, former) = (checks.kept(status, "status"), checks.kept(state, "state"))
        let wished = RenamedField("status", current, formerly: "state", former, &checks)
        self.state = wished.value.flatMap { word -> Webhook.State? in
            let state = Webhook.State(rawValue: word)
            checks.check(state == .active || state == .paused, wished.name, "must be active or paused")
            return state
        }
        try checks.done()
    }

    func applied(to webhook: Webhook, now: Date) -> Webhook {
        var changed = webhook
        if let url { changed.url = url }
        if let types { changed.types = types }
        switch description {
        case .absent: break
        case .cleared: changed.description = nil
        case .set(let text): changed.description = text
        }
        if let state {
            changed.state = state
            changed.reason = nil
            if state == .active { changed.failingSince = nil }
        }
        guard changed != webhook else { return webhook }
        changed.version += 1
        changed.updatedAt = now
        return changed
    }
}
