extension Outbox.Kind {
    /// Of marks, such as seen. What one has changed the stream tells; where none is open, which `isHeardOf` says, what is shown of `collections` is looked at
    /// again. `wasUnread`: whether what was marked is shown otherwise. Who marks whatever is shown gets nothing new to mark by that.
    static func marks(
        of collections: String, _ cache: DiskCache, _ watchers: Watchers, isHeardOf: @escaping @Sendable () -> Bool,
        wasUnread: @escaping @Sendable (OutboxItem, CacheEdit) throws -> Bool
    ) -> Outbox.Kind {
        Outbox.Kind(
            settle: { item, _ in
                if isHeardOf() { return nil }
                if try await cache.edit({ try wasUnread(item, $0) }) { await watchers.tell(.outdated, about: collections) }
                return nil
            })
    }
}
