import CareClientTesting
import CareModels
import Foundation

@testable import CareClient

/// A client without its tasks: its machines, its files and its keepers are the real ones, and what an actor would do by itself happens when the schedule says.
final class ModelDevice {
    let user: UserID
    private let server: ModelServer
    private let api: API
    private let sealer: Sealer
    private let cache: DiskCache
    private let keeper: FeedKeeper
    private let lists: Lists
    private let watch: Watch<Listed<Messaging.Message>>
    private let list = Messaging.list(of: ModelServer.conversation)
    private let kinds: [String: Outbox.Kind]
    private let stored = StoredRecords()
    private let file: OutboxFile

    private var outbox: OutboxMachine
    private var onTheWay: [[Int]] = []
    private var paused: [String] = []

    private var live = LiveMachine()
    private var isConnecting = false
    private var isPausing = false
    /// Where the server is in the open stream, and what has not come yet.
    private var link: (sent: Int, frames: [String], hasHole: Bool)?
    private var mustLoad = true
    /// The part behind the end of what is here, as it left the server.
    private var part: (page: Page<Messaging.Message>, cursor: String, count: Int)?

    private static let messages = Messaging.lane(ModelServer.conversation)
    private static let records = "records/r4"
    private static var machine: OutboxMachine { OutboxMachine(joinable: ["message"]) }

    init(_ user: UserID, _ server: ModelServer) async throws {
        (self.user, self.server) = (user, server)
        let keychain = Keychain.memory()
        let clock = FakeClock().clock
        try keychain.logIn(user, token: "access-1", until: clock.now().addingTimeInterval(100_000_000))
        let authority = Authority(server: TestDevice.address, clientID: "my-app", transport: server, clock: clock)
        let session = try CareSession(authority, redirect: TestDevice.redirect, keychain: keychain, storage: .memory)
        api = API(server: TestDevice.address, transport: server, clock: clock, language: "en", session: session)
        sealer = Sealer(key: Data(repeating: 7, count: 32))
        cache = try DiskCache(path: ":memory:", sealer: sealer, mostBytes: .max)
        let watchers = Watchers(cache: cache, clock: clock)
        keeper = FeedKeeper(cache: cache, watchers: watchers, api: api)
        lists = Lists(api: api, cache: cache, watchers: watchers)
        watch = lists.watch(list)
        kinds = [
            "message": Messaging.sending(cache), "records": Records.sending(api, watchers, stored, sealer)
        ]
        outbox = Self.machine
        file = try OutboxFile(.memory, sealer)
        try file.adopt(user.description)
        try await start()
    }

    /// As after the app was ended at any instant: what was on its way may have arrived.
    func restart(_ chance: inout SeededGenerator) async throws {
        for positions in onTheWay {
            let (lane, items) = try claim(positions)
            if items.isEmpty { continue }
            server.next(user, Bool.random(using: &chance) ? .answerIsLost : .isLost)
            _ = try? await api.attempt(call(items.map(\.item), kinds[OutboxItem.kind(ofLane: lane)]))
        }
        (outbox, onTheWay, paused) = (Self.machine, [], [])
        (live, isConnecting, isPausing, link, part) = (LiveMachine(), false, false, nil, nil)
        try await start()
    }

    private func start() async throws {
        try run(.loaded(try file.entries()))
        try run(.opened)
        // Who watches loads at the start.
        mustLoad = true
        try await tell(.wanted(try await keeper.place()))
    }

    // MARK: The person

    func say(_ text: String) throws {
        let id = UUID.v7()
        let new = Messaging.NewMessage(clientId: id.lowercaseText, content: .text(text))
        let call = try Call.post("/conversations/\(ModelServer.conversation)/messages", new, key: new.clientId)
        try add(OutboxItem(id: id, call: call, createdAt: api.clock.now()), Self.messages)
    }

    /// The same with a file, which goes first.
    func sayWithFile(_ caption: String) throws {
        let (now, id, fileID) = (api.clock.now(), UUID.v7(), UUID.v7())
        let message = Messaging.Message(
            id: MessageID(id), conversationId: ModelServer.conversation, kind: .document, authorId: user, clientId: id.lowercaseText,
            content: .document(.init(Messaging.AttachmentID(fileID), caption: caption)), createdAt: now)
        let upload = OutboxItem(id: fileID, call: Messaging.uploading(FormFile(name: "a.txt", bytes: Data("a".utf8)), key: fileID), createdAt: now)
        var item = try Messaging.item(message)
        item.awaits = fileID
        for entry in try file.add(upload, then: item, lane: Self.messages) { try run(.added(entry)) }
    }

    func addRecord(_ value: String) throws -> UUID {
        let id = UUID.v7()
        let resource = try RecordChangesTests.resource(value)
        let call = Records.creating(.r4, resource, [], key: id)
        let kept = Records.Kept(resource: resource, annotations: [])
        try add(OutboxItem(id: id, call: call, shown: try Wire.encode(kept), createdAt: api.clock.now()), Self.records, about: id.lowercaseText)
        return id
    }

    /// Of what was added here; false when nobody here knows of it any more.
    func change(added: UUID, _ wish: Records.Change.Wish) throws -> Bool {
        let kept = KeptChange(release: .r4, type: "Basic", wish: wish)
        let item = OutboxItem(id: UUID.v7(), call: kept.call, createdAt: api.clock.now(), awaits: added)
        let entries = try file.add(awaiting: [kept.put(in: item)], lane: Self.records)
        for entry in entries { try run(.added(entry)) }
        if !entries.isEmpty { return true }
        guard let known = stored.find(added).flatMap({ kept.of($0.id, $0.version) }) else { return false }
        try give(known)
        return true
    }

    /// Of what was read on the server.
    func change(_ id: String, _ version: Int, _ wish: Records.Change.Wish) throws {
        guard let kept = KeptChange(release: .r4, type: "Basic", wish: wish).of(id, version) else { return }
        try give(kept)
    }

    private func give(_ kept: KeptChange) throws {
        let item = OutboxItem(id: UUID.v7(), call: kept.call, createdAt: api.clock.now())
        try add(try kept.put(in: item), Self.records, about: sealer.blinded(kept.path))
    }

    private func add(_ item: OutboxItem, _ lane: String, about subject: String? = nil) throws {
        let position = try file.add(item, lane: lane, about: subject)
        try run(.added(OutboxMachine.Entry(position: position, lane: lane, subject: subject)))
    }

    /// What was refused: over what the server has now, or not at all. Returns what is not wanted once, any more or once more.
    func settleRefused(_ chance: inout SeededGenerator) throws -> String? {
        let refused = outbox.entries.first { if case .failed = $0.state { true } else { false } }
        guard let refused, let (item, lane) = try file.item(refused.position), let kept = KeptChange(item) else { return nil }
        let now = kept.recordID.flatMap { id in server.records.all[id].map { (id, $0) } }
        if let (id, stored) = now, stored.value != nil, Bool.random(using: &chance), let newer = kept.of(id, stored.version) {
            try file.change(refused.position, to: newer.put(in: item), lane: lane, about: sealer.blinded(newer.path))
            try run(.retry(refused.position))
        } else {
            try run(.cancel(refused.position))
        }
        if case .update(let resource, _) = kept.wish { return Self.value(resource) }
        return ""
    }

    static func value(_ resource: FhirResource) -> String { (try? resource.decode(Basic.self))?.code.text ?? "" }

    private struct Basic: Decodable {
        struct Code: Decodable { var text: String }

        var code: Code
    }

    // MARK: What happens by itself

    /// Something of what is under way goes on. False when nothing is.
    func step(_ chance: inout SeededGenerator, isCalm: Bool) async throws -> Bool {
        var ways: [() async throws -> Void] = []
        let luck = Int.random(in: 0..<8, using: &chance)
        for positions in onTheWay {
            let fate: ModelServer.Fate = isCalm ? .arrives : luck == 0 ? .isLost : luck == 1 ? .answerIsLost : luck == 2 ? .isBusy : .arrives
            ways.append { try await self.deliver(positions, fate) }
        }
        for lane in paused {
            ways.append {
                self.paused.removeAll { $0 == lane }
                try self.run(.waited(lane: lane))
            }
        }
        if isConnecting { ways.append { try await self.connect(isCalm || luck > 1) } }
        if isPausing { ways.append { try await self.wait() } }
        if link != nil { ways.append { try await self.hear(isCalm ? 7 : luck) } }
        if mustLoad { ways.append { try await self.load(isCalm ? .arrives : luck == 0 ? .isLost : .arrives) } }
        guard let way = ways.randomElement(using: &chance) else { return false }
        try await way()
        return true
    }

    /// All is sent but what was refused, and nothing is to come.
    var isDone: Bool {
        let isBehind = link.map { $0.hasHole || !$0.frames.isEmpty || server.entries(user, after: $0.sent) != nil } ?? true
        return onTheWay.isEmpty && paused.isEmpty && live.phase == .live && !isBehind && !mustLoad
    }

    var isEmpty: Bool { outbox.entries.isEmpty }

    /// What is still to come, for who looks why it does not.
    var unrest: String { "\(onTheWay) \(paused) \(live.phase) \(mustLoad) \(outbox.entries.map { "\($0.lane) \($0.state)" })" }

    /// As `Outbox` does it.
    private func deliver(_ positions: [Int], _ fate: ModelServer.Fate) async throws {
        onTheWay.removeAll { $0 == positions }
        let (lane, claimed) = try claim(positions, mostBytes: Self.mostBytes)
        if claimed.isEmpty { return try run(.taken(positions)) }
        let (own, items, kind) = (claimed.map(\.position), claimed.map(\.item), kinds[OutboxItem.kind(ofLane: lane)])
        if own.count < positions.count { try run(.left(Array(positions.dropFirst(own.count)))) }
        do {
            let reply: HTTPReply
            do {
                server.next(user, fate)
                reply = try await api.attempt(call(items, kind))
            } catch CareError.refused(let problem) {
                guard items.count == 1, let answer = try await kind?.answer(items[0], problem) else { throw CareError.refused(problem) }
                reply = answer
            }
            var isAmended = false
            if items.count > 1 {
                try await kind?.joint?.settle(items, reply)
                try file.remove(own)
            } else {
                _ = try await kind?.settle(items[0], reply)
                isAmended = try file.remove(own[0], amended: { try kind?.amend(items[0], reply, $0) })
            }
            if isAmended { try run(.loaded(try file.entries())) }
            try run(.delivered(own))
        } catch {
            try file.release(own)
            try run(.failed(own, try CareError.of(error)))
        }
    }

    private func claim(_ positions: [Int], mostBytes: Int = .max) throws -> (lane: String, items: [(position: Int, item: OutboxItem)]) {
        guard let lane = outbox.entries.first(where: { $0.position == positions.first })?.lane else { return ("", []) }
        return (lane, try file.claim(positions, of: lane, mostBytes: mostBytes))
    }

    /// Of about three messages.
    private static let mostBytes = 250

    private func call(_ items: [OutboxItem], _ kind: Outbox.Kind?) throws -> Call {
        guard items.count > 1, let joint = kind?.joint else { return items[0].call }
        return try joint.call(items)
    }

    private func run(_ event: OutboxMachine.Event) throws {
        for effect in outbox.handle(event) {
            switch effect {
            case .deliver(let positions): onTheWay.append(positions)
            case .remove(let position): try file.remove(position)
            case .keepFailure(let position, let failure): try file.keep(failure, of: position)
            case .pause(let lane, _, _): paused.append(lane)
            case .load: try run(.loaded(try file.entries()))
            case .show: break
            }
        }
    }

    private func tell(_ event: LiveMachine.Event, _ entries: [FeedEntry] = []) async throws {
        for effect in live.handle(event) {
            switch effect {
            case .connect: isConnecting = true
            case .disconnect: (link, isConnecting) = (nil, false)
            case .resume(let place):
                let (frame, from) = server.resume(user, place)
                link = (from, [frame], false)
            case .keep(let index, let place): try await keeper.keep(Array(entries[index...]), upTo: place, for: user)
            case .loadAnew(let place):
                try await keeper.startAnew(at: place, for: user)
                mustLoad = true
            case .pause: isPausing = true
            case .inStep, .outOfStep, .hurry, .ask, .renewToken, .authorize: break
            }
        }
    }

    private func connect(_ comesThrough: Bool) async throws {
        isConnecting = false
        try await tell(comesThrough ? .opened : .failed(.offline))
    }

    private func wait() async throws {
        isPausing = false
        try await tell(.waited)
    }

    /// A frame comes; or it is lost, comes twice, or the connection breaks.
    private func hear(_ luck: Int) async throws {
        guard var open = link else { return }
        if let (frame, last) = server.entries(user, after: open.sent) {
            open.frames.append(frame)
            open.sent = last
        }
        guard luck > 0 else { return try await tell(.closed(code: nil)) }
        if open.frames.isEmpty, open.hasHole { return try await tell(.closed(code: 1013)) }
        guard !open.frames.isEmpty else { return link = open }
        let isResuming = live.phase == .resuming
        let frame = luck == 1 ? open.frames[0] : open.frames.removeFirst()
        link = open
        // What gets lost on the server, the next frame tells of, or the end.
        if luck == 2, !isResuming {
            link?.hasHole = true
            return
        }
        let said = try Wire.decode(StreamFrame.self, from: Data(frame.utf8))
        if said.type == "resumed" {
            guard let epoch = said.epoch, let sequence = said.sequence else { return }
            try await tell(.resumed(isRecovered: said.recovered ?? false, FeedPlace(epoch: epoch, sequence: sequence)))
        } else {
            let entries = said.entries ?? []
            try await tell(.entries(entries.map(\.sequence)), entries)
        }
    }

    func breakOff() async throws { if link != nil { try await tell(.closed(code: 1001)) } }

    private func load(_ fate: ModelServer.Fate) async throws {
        server.next(user, fate)
        do {
            try await watch.source.fetch()
            mustLoad = false
        } catch is CareError {
            // Another time.
        }
    }

    /// Asks for the next part, or keeps the one that was asked for: what happens between is told by the stream.
    func loadMore() async throws {
        if let asked = part {
            part = nil
            _ = try await lists.keepNext(asked.page, of: list, after: asked.cursor, ifStill: asked.count)
        } else if let cursor = try await cache.listing(list.collection, most: 0)?.cursor {
            let count = await cache.count(of: CacheEdit.behind(list.collection))
            server.next(user)
            part = (try await lists.fetch(list, after: cursor), cursor, count)
        }
    }

    // MARK: What it shows

    /// What is cached of the conversation, latest first, and whether that is all of it.
    func shown() async throws -> (items: [Messaging.Message], isWhole: Bool) {
        guard let listing = try await cache.listing(list.collection) else { return ([], false) }
        return (try listing.values.map { try Wire.decode(Messaging.Message.self, from: $0) }, listing.cursor == nil)
    }
}
