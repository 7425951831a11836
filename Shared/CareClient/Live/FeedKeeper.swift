import CareModels
import Foundation

/// Keeps what is cached in step with the feed.
struct FeedKeeper: Sendable {
    let cache: DiskCache
    let watchers: Watchers
    let api: API
    /// Who is told of each entry once it is kept.
    let followers = Followers<Happening>(most: 1000)
    /// Conversations that are read anew just now.
    private let reloads = Locked<[ConversationID: Reload]>([:])

    /// Collections that the feed tells all changes of, by how their names begin.
    static let kept = [Messaging.conversations, Messaging.messages, Notifications.collection]

    private static let mark = "feed"

    func place() async throws -> FeedPlace? { try await cache.mark(Self.mark).flatMap { try? Wire.decode(FeedPlace.self, from: $0) } }

    /// The entries with the place after them, in one.
    func keep(_ entries: [FeedEntry], upTo place: FeedPlace, for reader: UserID) async throws {
        let (untold, news) = try await cache.edit { edit in
            guard try Self.isFor(reader, edit) else { throw CareError.loggedOut }
            // Another process of this app may have been here first.
            let before = try edit.mark(Self.mark).flatMap { try? Wire.decode(FeedPlace.self, from: $0) }
            // What lies between is still to come: it is asked for from there.
            if let before, before.epoch == place.epoch, let first = entries.first, first.sequence > before.sequence + 1 { throw CareError.unreadable("the feed") }
            var unclear: Set<ConversationID> = []
            let news = entries.filter { before?.epoch != place.epoch || $0.sequence > before?.sequence ?? 0 }
            for entry in news {
                if try !Self.put(entry, edit, reader), let id = entry.conversationId { unclear.insert(id) }
            }
            if before?.epoch != place.epoch || before?.sequence ?? 0 < place.sequence { try edit.setMark(Self.mark, Wire.encode(place)) }
            return (unclear, news)
        }
        var unclear = untold
        let others = entries.dropLast(news.count)
        if !others.isEmpty {
            // They were written there, of which nobody is told here, as of what is read anew for them there.
            try? await cache.lookForOthers()
            unclear.formUnion(others.filter { !$0.isWhole }.compactMap(\.conversationId))
        }
        followers.tell(entries.compactMap { Happening($0) })
        for id in unclear { reload(id, for: reader) }
        for prefix in Self.outdated(by: entries) { await watchers.tell(.outdated, about: prefix) }
    }

    /// Too much was missed: nothing is dropped that may be looked at offline, but all of it is loaded anew when it is looked at next.
    func startAnew(at place: FeedPlace, for reader: UserID) async throws {
        try await cache.edit { edit in
            guard try Self.isFor(reader, edit) else { throw CareError.loggedOut }
            try edit.markStale(Self.kept)
            try edit.setMark(Self.mark, Wire.encode(place))
        }
        await watchers.tell(.outdated)
    }

    /// Somebody else may have logged in meanwhile: nothing is kept as theirs that another has heard.
    private static func isFor(_ reader: UserID, _ edit: CacheEdit) throws -> Bool {
        try edit.mayBeOf(reader.description)
    }

    /// False where the conversation has to be read anew.
    private static func put(_ entry: FeedEntry, _ edit: CacheEdit, _ reader: UserID) throws -> Bool {
        if let notification = entry.notification { try put(notification, Notifications.list, edit) }
        guard let id = entry.conversationId, entry.kind != "notification" else { return true }
        if let item = entry.item { try put(item, Messaging.list(of: id), edit) }
        if try !edit.isKnown(Messaging.conversations) { edit.passOver(Messaging.conversations) }
        var isClear = true
        for place in try places(of: id, edit) {
            let old = try edit.value(id.description, in: place).flatMap { try? Wire.decode(Messaging.Conversation.self, from: $0) }
            if let changed = old?.hearing(entry, as: reader) ?? entry.conversation { try Messaging.put(changed, edit, in: place) } else { isClear = false }
        }
        return isClear
    }

    /// Where the list reaches so far: one that is older than all that is here, and was read or taken back now, comes with its part of the list.
    private static func put<Item>(_ item: Item, _ list: PagedList<Item>, _ edit: CacheEdit) throws {
        if try edit.reaches(list.position(item), in: list.collection) {
            try edit.put(Wire.encode(item), list.key(item), at: list.position(item), in: list.collection)
        } else if try edit.isKnown(list.collection) {
            edit.passOver(behind: list.collection)
        } else {
            edit.passOver(list.collection)
        }
    }

    /// In which of the collections that are known a conversation belongs.
    private static func places(of id: ConversationID, _ edit: CacheEdit) throws -> [String] {
        try [Messaging.conversationList.collection, Messaging.own(id)].filter { try edit.isKnown($0) }
    }

    private enum Reload {
        /// What is answered is as it is now.
        case underWay
        /// The stream has told more of it since it was asked for: once more.
        case outdated
    }

    /// Beside the stream, which goes on meanwhile; one at a time of a conversation.
    private func reload(_ id: ConversationID, for reader: UserID) {
        let isUnderWay = reloads.withLock { reloads in
            let before = reloads[id]
            reloads[id] = before == nil ? .underWay : .outdated
            return before != nil
        }
        if isUnderWay { return }
        Task { repeat { await read(id, for: reader) } while mustReadAgain(id) }
    }

    private func mustReadAgain(_ id: ConversationID) -> Bool {
        reloads.withLock { reloads in
            let isOutdated = reloads[id] == .outdated
            reloads[id] = isOutdated ? .underWay : nil
            return isOutdated
        }
    }

    /// Anew while the stream tells more of it meanwhile, since that may be newer than what was read: three times, then whoever looks at it asks.
    private func read(_ id: ConversationID, for reader: UserID) async {
        for _ in 1...3 {
            guard let isRead = try? await readOnce(id, for: reader) else { break }
            if isRead { return }
        }
        await watchers.tell(.outdated, about: Messaging.conversations)
    }

    /// False where it has changed meanwhile.
    private func readOnce(_ id: ConversationID, for reader: UserID) async throws -> Bool {
        let before = try await cache.edit { try Self.kept(id, $0) }
        let read = try await api.fetch(Messaging.Conversation.self, .get("/conversations/\(id)"), patience: .once)
        return try await cache.edit { edit in
            // It may be the next one's as well, who has heard of it meanwhile.
            guard try Self.isFor(reader, edit) else { throw CareError.loggedOut }
            guard try Self.kept(id, edit) == before else { return false }
            for place in try Self.places(of: id, edit) { try Messaging.put(read, edit, in: place) }
            return true
        }
    }

    private static func kept(_ id: ConversationID, _ edit: CacheEdit) throws -> [Data?] {
        try places(of: id, edit).map { try edit.value(id.description, in: $0) }
    }

    /// What the feed tells of without saying how it is now.
    static func outdated(by entries: [FeedEntry]) -> Set<String> {
        var names: Set<String> = []
        for details in entries.compactMap({ $0.notification?.details }) {
            if details.appointmentId != nil { names.formUnion([Scheduling.appointments, Scheduling.slots]) }
            if details.alertId != nil || details.reminderId != nil { names.insert(Health.collections) }
        }
        return names
    }
}
