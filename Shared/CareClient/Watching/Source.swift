/// Where a watcher's data come from.
struct Source<Value: Sendable>: Sendable {
    /// Those who watch the same share one watcher.
    var name: String
    /// Of the cache: a change of one of these is a change of what is shown.
    var collections: Set<String>
    /// Nil when the cache has nothing of it.
    var read: @Sendable () async throws -> Value?
    /// Loads it anew, into the cache.
    var fetch: @Sendable () async throws -> Void
}
