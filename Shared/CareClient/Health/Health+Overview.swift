import Foundation

extension Health {
    /// What a person's home screen shows of their heart, all at once.
    public struct Overview: Equatable, Sendable {
        /// The latest heart rate, the last seven days, and the boundary.
        public var summary: Summary
        /// How the person is watched.
        public var settings: Settings
        /// Latest first, 50 at most.
        public var alerts: [Alert]
        /// The latest due first, 50 at most.
        public var reminders: [Reminder]
        /// Heart rates and answers that are not sent yet, or were refused.
        public var unsent: [Unsent]
    }

    /// All that there is to show, in one: there once all of its parts are.
    public func overview() -> Watch<Overview> {
        let (health, parts) = (self, (summary: summary().source, settings: settings().source, alerts: alerts().source, reminders: reminders().source))
        let collections = parts.summary.collections.union(parts.settings.collections).union(parts.alerts.collections).union(parts.reminders.collections)
        let source = Source<Overview>(name: Self.collections + "overview", collections: collections.union([Core.shown(Self.lane)])) {
            // What is on its way first: what is delivered in between is not gone for a moment.
            let unsent = try await health.unsent().source.read() ?? []
            guard let summary = try await parts.summary.read(), let settings = try await parts.settings.read(), let alerts = try await parts.alerts.read(),
                let reminders = try await parts.reminders.read()
            else { return nil }
            return Overview(summary: summary, settings: settings, alerts: alerts.items, reminders: reminders.items, unsent: unsent)
        } fetch: {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for fetch in [parts.summary.fetch, parts.settings.fetch, parts.alerts.fetch, parts.reminders.fetch] { group.addTask { try await fetch() } }
                try await group.waitForAll()
            }
        }
        return Watch(source: source, watchers: core.watchers)
    }
}
