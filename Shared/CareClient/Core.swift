import Foundation

/// What the parts of a client share.
struct Core: Sendable {
    let api: API
    let cache: DiskCache
    let watchers: Watchers
    let outbox: Outbox

    var lists: Lists { Lists(api: api, cache: cache, watchers: watchers) }

    /// By what name watchers hear of changes in a lane of the outbox.
    static func shown(_ lane: String) -> String { "outbox/" + lane }
}
