import Foundation

/// A list of the server that comes in pages, and is cached as a collection.
struct PagedList<Item: Codable & Sendable>: Sendable {
    var collection: String
    var key: @Sendable (Item) -> String
    /// The list's own order, descending.
    var position: @Sendable (Item) -> Int
    /// Of the part behind a cursor; of the first one without.
    var request: @Sendable (_ after: String?) -> Call
    var read: @Sendable (HTTPReply) throws -> Page<Item>
    /// By the live stream: what is here of it is at least as new as any page that was asked for before.
    var isKeptInStep = false

    static var pageSize: Int { 50 }
}

extension PagedList {
    /// As most lists of the API are.
    init(
        collection: String, key: @escaping @Sendable (Item) -> String, position: @escaping @Sendable (Item) -> Int, call: Call,
        isKeptInStep: Bool = false
    ) {
        self.init(
            collection: collection, key: key, position: position,
            request: { cursor in
                var call = call
                call.query["limit"] = String(Self.pageSize)
                call.query["after"] = cursor
                return call
            }, read: { try Wire.decode(Page<Item>.self, from: $0.body) }, isKeptInStep: isKeptInStep)
    }
}

/// A page as the API has it.
struct Page<Item: Decodable & Sendable>: Decodable, Sendable {
    var items: [Item]
    var nextCursor: String?
}

/// Loads lists into the cache, and shows as much of them as was asked for.
struct Lists: Sendable {
    let api: API
    let cache: DiskCache
    let watchers: Watchers

    /// One thing that is loaded whole.
    func watch<Value: Codable & Sendable>(one name: String, fetch: @escaping @Sendable () async throws -> Value) -> Watch<Value> {
        let (lists, cache) = (self, cache)
        let source = Source<Value>(name: name, collections: [name]) {
            try await cache.value("it", in: name).flatMap { try? Wire.decode(Value.self, from: $0) }
        } fetch: {
            try await lists.load(name, fetch: fetch) { read, edit in
                try edit.know(name, cursor: nil)
                try edit.put(Wire.encode(read), "it", at: 0, in: name)
            }
        }
        return Watch(source: source, watchers: watchers)
    }

    func watch<Item>(_ list: PagedList<Item>) -> Watch<Listed<Item>> { watch(list) { $1 } }

    /// `shown` makes of the items what is shown of them, with what is `pending`, of which `collections` tell. What is pending is read first: what is
    /// delivered in between is there twice, and not gone for a moment. It is shown where nothing of the list was ever loaded, too.
    func watch<Item, Shown: Sendable>(
        _ list: PagedList<Item>, alsoOn collections: Set<String> = [], pending: @escaping @Sendable () async throws -> [Shown] = { [] },
        shown: @escaping @Sendable (_ pending: [Shown], [Item]) -> [Shown]
    ) -> Watch<Listed<Shown>> {
        let window = Locked(PagedList<Item>.pageSize)
        let hasShownOthers = Locked(false)
        let source = Source<Listed<Shown>>(name: list.collection, collections: collections.union([list.collection])) {
            let others = try await pending()
            guard let found = try await cache.listing(list.collection, most: window.withLock { $0 }) else {
                // What was taken back meanwhile is not shown on.
                let isShown = hasShownOthers.withLock { has in
                    has = has || !others.isEmpty
                    return has
                }
                return isShown ? Listed(items: shown(others, [])) : nil
            }
            guard let read = try? found.values.map({ try Wire.decode(Item.self, from: $0) }) else {
                // An earlier version of the app wrote it otherwise: what is fetched takes the place of all of it.
                try await cache.edit { try $0.markStale([list.collection]) }
                return nil
            }
            let items = shown(others, read)
            guard found.hasMoreHere || found.cursor != nil else { return Listed(items: items) }
            return Listed(items: items) { try await caring { try await more(of: list, window, found) } }
        } fetch: {
            try await refresh(list)
        }
        return Watch(source: source, watchers: watchers)
    }

    /// The first page anew.
    func refresh<Item>(_ list: PagedList<Item>) async throws {
        try await load(list.collection) {
            try await fetch(list, after: nil)
        } keep: {
            try keepFirst($0, of: list, $1)
        }
    }

    /// Fetches anew while the collection changes meanwhile, since that may be newer than what was fetched. The third time it is kept all the same, so that there is
    /// something, and asked for on, less and less often: nobody would tell again of what it has covered.
    func load<Read: Sendable>(
        _ collection: String, fetch: @Sendable () async throws -> Read, keep: @escaping @Sendable (Read, CacheEdit) throws -> Void
    ) async throws {
        for attempt in 1... {
            let (count, reader) = (await cache.count(of: collection), await api.session.person)
            let read = try await fetch()
            if try await cache.edit(collection, ifStill: count, { try keep(read, $0) }) { return }
            if attempt < 3 { continue }
            if attempt == 3 {
                try await cache.edit { edit in
                    // What has changed may be whose it is: somebody else has logged in since it was answered.
                    guard try edit.mayBeOf(reader?.description) else { throw CareError.loggedOut }
                    try keep(read, edit)
                }
            }
            try await api.clock.sleep(RetryRule(longest: .seconds(10)).pause(after: attempt - 2, random: api.clock.random()))
        }
    }

    func fetch<Item>(_ list: PagedList<Item>, after cursor: String?) async throws -> Page<Item> {
        let call = list.request(cursor)
        let reply = try await api.send(call)
        do { return try list.read(reply) } catch { throw CareError.unreadable(call.path) }
    }

    private func keepFirst<Item>(_ page: Page<Item>, of list: PagedList<Item>, _ edit: CacheEdit) throws {
        let (name, head) = (list.collection, try edit.listing(list.collection, most: 0))
        let fetched = page.items.map { PageMerge.Entry(key: list.key($0), position: list.position($0)) }
        let lowest = fetched.map(\.position).min() ?? .max
        let sunk = try fetched.compactMap { entry in
            try edit.position(of: entry.key, in: name).flatMap { $0 < lowest ? PageMerge.Entry(key: entry.key, position: $0) : nil }
        }
        let cached = try edit.keys(from: lowest, in: name).map { PageMerge.Entry(key: $0.key, position: $0.position) } + sunk
        let merge = PageMerge(
            page: fetched, next: page.nextCursor, cached: cached, hasOlder: try edit.holds(more: sunk.count, below: lowest, in: name),
            cachedNext: head?.cursor, isStale: head?.isStale ?? false)
        try edit.know(name, cursor: merge.cursor)
        if merge.isBegunAnew { try edit.empty(name) } else { for key in merge.removed { try edit.remove(key, from: name) } }
        for item in page.items { try edit.put(Wire.encode(item), list.key(item), at: list.position(item), in: list.collection) }
    }

    private func more<Item>(of list: PagedList<Item>, _ window: Locked<Int>, _ shown: DiskCache.Listing) async throws {
        if !shown.hasMoreHere, let cursor = shown.cursor { try await loadNext(of: list, after: cursor) }
        window.withLock { $0 = max($0, shown.values.count) + PagedList<Item>.pageSize }
        await watchers.tell(.changed, about: list.collection)
    }

    /// The part behind `cursor`, asked for anew while something is told of what lies there: what was fetched may be from before that, and no list has it yet.
    private func loadNext<Item>(of list: PagedList<Item>, after cursor: String) async throws {
        for attempt in 1... {
            // Begun anew meanwhile, it goes on elsewhere.
            guard try await cache.listing(list.collection, most: 0)?.cursor == cursor else { return }
            let count = await cache.count(of: CacheEdit.behind(list.collection))
            if try await keepNext(fetch(list, after: cursor), of: list, after: cursor, ifStill: count) { return }
            if attempt >= 3 { try await api.clock.sleep(RetryRule(longest: .seconds(10)).pause(after: attempt - 2, random: api.clock.random())) }
        }
    }

    /// False where it has to be asked for anew.
    func keepNext<Item>(_ page: Page<Item>, of list: PagedList<Item>, after cursor: String, ifStill count: Int) async throws -> Bool {
        try await cache.edit(CacheEdit.behind(list.collection), ifStill: count) { edit in
            guard try edit.listing(list.collection, most: 0)?.cursor == cursor else { return }
            try edit.goOn(list.collection, cursor: page.nextCursor)
            for item in page.items {
                // It has come up meanwhile, say.
                if list.isKeptInStep, try edit.position(of: list.key(item), in: list.collection) != nil { continue }
                try edit.put(Wire.encode(item), list.key(item), at: list.position(item), in: list.collection)
            }
        }
    }
}
