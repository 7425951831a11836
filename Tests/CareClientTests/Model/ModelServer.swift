import CareClientTesting
import CareModels
import Foundation

@testable import CareClient

/// The platform's contract, as far as the client leans on it: a conversation whose messages are sent once by their `clientId`, a feed for each person, and
/// health records. What becomes of the next call, the schedule says.
final class ModelServer: Transport {
    enum Fate { case arrives, isLost, answerIsLost, isBusy }

    struct Item: Equatable {
        /// Nil of what was taken back.
        var text: String?
        var said: String
        var author: UserID
        var clientId: String
    }

    private struct State {
        var items: [Item] = []
        var epoch = 0
        /// Of each person: sequences of items, in order; entry n is the n-th.
        var feeds: [UserID: [Int]] = [:]
        /// That were brought, by their keys.
        var files: [String: Messaging.AttachmentID] = [:]
        /// Entries that nobody gets any more.
        var forgotten: [UserID: Int] = [:]
        var fate = Fate.arrives
        var caller: UserID?
    }

    private let state: Locked<State>
    let records = ModelRecords()
    /// A release of before takes messages one by one alone.
    let takesSeveral: Bool
    static let conversation = MessageWatchTests.conversation
    static let pageSize = 5

    init(_ people: [UserID], takesSeveral: Bool) {
        self.takesSeveral = takesSeveral
        var state = State()
        for person in people { state.feeds[person] = [] }
        self.state = Locked(state)
    }

    var items: [Item] { state.withLock { $0.items } }

    /// As the next call is from and fares.
    func next(_ caller: UserID, _ fate: Fate = .arrives) { state.withLock { ($0.caller, $0.fate) = (caller, fate) } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        let (caller, fate) = state.withLock { state in
            defer { state.fate = .arrives }
            return (state.caller, state.fate)
        }
        switch fate {
        case .isLost: throw TransportFault.unreachable
        case .isBusy: return HTTPReply(status: 503, headers: ["Retry-After": "1"])
        case .arrives: return try answer(call, caller)
        case .answerIsLost:
            _ = try answer(call, caller)
            throw TransportFault.deadline
        }
    }

    func openSocket(_ call: HTTPCall) async throws -> any TransportSocket { throw TransportFault.unreachable }

    private func answer(_ call: HTTPCall, _ caller: UserID?) throws -> HTTPReply {
        if call.url.path.hasPrefix("/fhir/") { return try records.answer(call) }
        guard let caller else { throw TransportFault.unreachable }
        if call.url.path == Messaging.attachments { return state.withLock { Self.take(call, &$0) } }
        if call.method == "POST", call.url.path.hasSuffix("/batch") {
            guard takesSeveral else { return .problem("not-found", 404) }
            let new = try Wire.decode(Several.self, from: call.body ?? Data()).items
            return state.withLock { state in .json(#"{"items":[\#(new.map { Self.say($0, caller, &state) }.joined(separator: ","))]}"#, status: 201) }
        }
        if call.method == "POST" {
            let new = try Wire.decode(New.self, from: call.body ?? Data())
            return state.withLock { state in
                // A file that nobody has brought is nobody's to send.
                if let file = new.content.media?.attachmentId, !state.files.values.contains(file) { return .problem("validation", 400) }
                return .json(Self.say(new, caller, &state), status: 201)
            }
        }
        let before = call.query["after"].flatMap { Int($0) }
        return state.withLock { state in
            let last = before.map { $0 - 1 } ?? state.items.count
            let first = max(1, last - Self.pageSize + 1)
            let shown = last < first ? [] : (first...last).reversed().map { Self.message($0, state) }
            let next = first > 1 ? #","nextCursor":"\#(first)""# : ""
            return .json(#"{"items":[\#(shown.joined(separator: ","))]\#(next)}"#)
        }
    }

    // MARK: What others do

    /// Takes a message back.
    func delete(_ sequence: Int) {
        state.withLock { state in
            guard state.items.indices.contains(sequence - 1), state.items[sequence - 1].text != nil else { return }
            state.items[sequence - 1].text = nil
            Self.tell(sequence, &state)
        }
    }

    /// Brought back from a copy: nothing of the feeds before is known.
    func beginAnew() {
        state.withLock { state in
            state.epoch += 1
            state.feeds = state.feeds.mapValues { _ in [] }
            state.forgotten = [:]
        }
    }

    func forget(_ person: UserID) { state.withLock { $0.forgotten[person] = $0.feeds[person]?.count } }

    // MARK: The stream

    /// Where it goes on, as the stream says it.
    func resume(_ person: UserID, _ place: FeedPlace?) -> (frame: String, from: Int) {
        state.withLock { state in
            let now = state.feeds[person]?.count ?? 0
            let epoch = Self.epoch(state)
            let isKnown = place.map { $0.epoch == epoch && $0.sequence <= now && $0.sequence >= state.forgotten[person] ?? 0 }
            let from = isKnown == true ? place?.sequence ?? now : now
            return (#"{"type":"resumed","recovered":\#(isKnown ?? true),"epoch":"\#(epoch)","sequence":\#(from)}"#, from)
        }
    }

    /// The entries after one, in one frame; nil where there are none.
    func entries(_ person: UserID, after: Int) -> (frame: String, last: Int)? {
        state.withLock { state in
            guard let feed = state.feeds[person], feed.count > after else { return nil }
            let entries = (after..<feed.count).map { index in
                #"{"sequence":\#(index + 1),"kind":"item","at":"2026-03-08T14:30:00Z","conversationId":"\#(Self.conversation)","item":\#(Self.message(feed[index], state))}"#
            }
            return (#"{"type":"entries","entries":[\#(entries.joined(separator: ","))]}"#, feed.count)
        }
    }

    // MARK: Inside

    private struct New: Decodable {
        var clientId: String
        var content: Messaging.Content
    }

    private struct Several: Decodable { var items: [New] }

    private static func say(_ new: New, _ caller: UserID, _ state: inout State) -> String {
        let known = state.items.firstIndex { $0.author == caller && $0.clientId == new.clientId }
        if known == nil {
            let text = new.content.text ?? new.content.media?.caption
            state.items.append(Item(text: text, said: text ?? "", author: caller, clientId: new.clientId))
            tell(state.items.count, &state)
        }
        return message((known ?? state.items.count - 1) + 1, state)
    }

    /// Once, however often it comes.
    private static func take(_ call: HTTPCall, _ state: inout State) -> HTTPReply {
        let key = call.headers["Idempotency-Key"] ?? ""
        let id = state.files[key] ?? Messaging.AttachmentID(UUID.v7())
        state.files[key] = id
        return .json(#"{"id":"\#(id)","size":1,"download":{"url":"/x"}}"#, status: 201)
    }

    private static func epoch(_ state: State) -> String { "0198c5b2-7d7e-7cc0-8a4f-\(String(state.epoch + 1_000_000_000_000).suffix(12))" }

    private static func tell(_ sequence: Int, _ state: inout State) { for person in state.feeds.keys { state.feeds[person]?.append(sequence) } }

    private static func message(_ sequence: Int, _ state: State) -> String {
        let item = state.items[sequence - 1]
        if let text = item.text { return MessageWatchTests.item(sequence, text, author: item.author, clientId: item.clientId) }
        return
            #"{"id":"\#(MessageWatchTests.id(sequence))","conversationId":"\#(conversation)","sequence":\#(sequence),"kind":"text","authorId":"\#(item.author)","clientId":"\#(item.clientId)","createdAt":"2026-03-08T14:30:00Z","deletedAt":"2026-03-08T14:31:00Z"}"#
    }
}
