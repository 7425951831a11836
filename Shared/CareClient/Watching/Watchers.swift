import Foundation

/// The watchers that somebody follows, by what they watch.
actor Watchers {
    private struct Entry {
        var watcher: any Sendable
        var handle: @Sendable (WatchMachine.Event) async -> Void
        var hear: @Sendable (CacheNews) async -> Void
        var end: @Sendable () async -> Void
        var name: String
        var id: UUID
    }

    private let cache: DiskCache
    private let clock: CareClock
    private var entries: [String: Entry] = [:]
    private var isClosed = false

    init(cache: DiskCache, clock: CareClock) {
        self.cache = cache
        self.clock = clock
    }

    func follow<Value: Sendable>(_ source: Source<Value>, _ id: UUID, _ follower: Watcher<Value>.Follower) async {
        while true {
            if isClosed { return follower.finish(throwing: CareError.closed) }
            let (watcher, its) = watcher(source)
            if await watcher.follow(id, follower) { return }
            // One that ends just now is replaced, unless another follower has done so meanwhile.
            forget(source.name, its)
        }
    }

    func leave<Value: Sendable>(_ source: Source<Value>, _ id: UUID) async {
        await (entries[source.name]?.watcher as? Watcher<Value>)?.leave(id)
    }

    /// To all whose name begins so, but for those of which another part of the client takes care.
    func tell(_ event: WatchMachine.Event, about prefix: String = "", butFor others: [String] = []) async {
        for entry in entries.values where entry.name.hasPrefix(prefix) && !others.contains(where: entry.name.hasPrefix) { await entry.handle(event) }
    }

    /// What is watched by this name, if it is, is read again: others may not have told of what was changed just now.
    func readAgain(_ name: String) async { await entries[name]?.handle(.changed) }

    func hear(_ news: CacheNews) async {
        for entry in entries.values { await entry.hear(news) }
    }

    /// All end, without an error; whoever comes after that hears that it is over.
    func close() async {
        isClosed = true
        for entry in entries.values { await entry.end() }
        entries = [:]
    }

    private func watcher<Value: Sendable>(_ source: Source<Value>) -> (Watcher<Value>, UUID) {
        if let entry = entries[source.name], let watcher = entry.watcher as? Watcher<Value> { return (watcher, entry.id) }
        let id = UUID()
        let watcher = Watcher(source, cache: cache, clock: clock) { [weak self] in
            Task { [weak self] in await self?.forget(source.name, id) }
        }
        entries[source.name] = Entry(
            watcher: watcher, handle: { await watcher.handle($0) }, hear: { await watcher.hear($0) }, end: { await watcher.end() }, name: source.name, id: id)
        return (watcher, id)
    }

    private func forget(_ name: String, _ id: UUID) { if entries[name]?.id == id { entries[name] = nil } }
}
