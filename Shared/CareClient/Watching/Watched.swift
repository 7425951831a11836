/// What a watcher shows: the data as they are known, and how far to trust them.
public struct Watched<Value: Sendable>: Sendable {
    /// As they are known.
    public var data: Value
    /// As on the server: loaded, and not outdated since as far as anybody could tell.
    public var isDataFresh: Bool
    /// Whether somebody looks just now, and what came of it.
    public var refreshingState: RefreshingState
    /// What is on the disk is being read, and may be another.
    var isBeingRead = false

    /// For previews and tests: what an app shows comes from a ``Watch``.
    public init(data: Value, isDataFresh: Bool, refreshingState: RefreshingState) {
        self.data = data
        self.isDataFresh = isDataFresh
        self.refreshingState = refreshingState
    }
}

/// Whether the server is asked just now, and what came of it last.
public enum RefreshingState: Equatable, Sendable {
    /// It is being asked.
    case refreshing
    /// It has answered.
    case refreshed
    /// What is shown is from before; where it makes sense it is tried again by itself.
    case failed(CareError)
}

/// A list of which a part is here.
public struct Listed<Item: Sendable>: Sendable {
    /// What is here of it, from its beginning.
    public var items: [Item]
    /// Brings more of it, which the watcher then shows; nil at the list's end. What goes wrong is thrown here, and the watcher goes on.
    public var loadMore: (@Sendable () async throws -> Void)?

    /// For previews and tests: what an app shows comes from a ``Watch``.
    public init(items: [Item], loadMore: (@Sendable () async throws -> Void)? = nil) {
        self.items = items
        self.loadMore = loadMore
    }
}

extension Listed: Equatable where Item: Equatable {
    public static func == (one: Listed, other: Listed) -> Bool { one.items == other.items && (one.loadMore == nil) == (other.loadMore == nil) }
}
