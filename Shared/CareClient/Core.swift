import CareModels
import Foundation

/// What the parts of a client share.
struct Core: Sendable {
    let api: API
    let cache: DiskCache
    let watchers: Watchers
    let outbox: Outbox
    let stored: StoredRecords
    let begun: LatelyDone<ConversationID>
    let storage: CareStorage

    /// Where files lie as forms while they are sent.
    var forms: URL { storage.forms }
    var lists: Lists { Lists(api: api, cache: cache, watchers: watchers) }

    /// What is shown of these is loaded anew after `work`, whatever came of it.
    func changing<Done: Sendable>(_ collections: String..., work: () async throws -> Done) async throws -> Done {
        let result: Result<Done, any Error>
        do { result = .success(try await caring { try await api.asOne(work) }) } catch { result = .failure(error) }
        for prefix in collections { await watchers.tell(.outdated, about: prefix) }
        return try result.get()
    }

    /// What a lane of the outbox holds, in order, whenever that changes.
    func waiting<Shown: Sendable>(in lane: String, _ shown: @escaping @Sendable (Pending) -> Shown?) -> Watch<[Shown]> {
        waiting(inAllOf: lane) { $0.compactMap(shown) }
    }

    /// The same of what the lane holds as a whole.
    func waiting<Shown: Sendable>(inAllOf lane: String, _ shown: @escaping @Sendable ([Pending]) -> [Shown]) -> Watch<[Shown]> {
        let (name, outbox) = (Self.shown(lane), outbox)
        // A lane may be shown as several things, each of which has watchers of its own.
        let source = Source<[Shown]>(name: "\(name)/\(Shown.self)", collections: [name]) {
            try await shown(outbox.pending(lane))
        } fetch: {
        }
        return Watch(source: source, watchers: watchers)
    }

    /// By what name watchers hear of changes in a lane of the outbox.
    static func shown(_ lane: String) -> String { "outbox/" + lane }
}
