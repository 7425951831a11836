import Foundation

/// Those who hear of things that happen, from when they came. Who is slow misses the oldest.
final class Followers<Element: Sendable>: Sendable {
    private let all = Locked<[UUID: AsyncStream<Element>.Continuation]>([:])
    private let isOver = Locked(false)
    private let most: Int

    init(most: Int) { self.most = most }

    func tell(_ elements: [Element]) {
        all.withLock { all in
            for element in elements { for follower in all.values { follower.yield(element) } }
        }
    }

    func follow() -> AsyncStream<Element> {
        let (stream, follower) = AsyncStream<Element>.makeStream(bufferingPolicy: .bufferingNewest(most))
        let id = UUID()
        follower.onTermination = { [weak self] _ in self?.all.withLock { $0[id] = nil } }
        all.withLock { $0[id] = follower }
        // It may have ended just now.
        if isOver.withLock({ $0 }) { follower.finish() }
        return stream
    }

    /// For all who follow, and whoever comes.
    func end() {
        isOver.withLock { $0 = true }
        // Each forgets itself as it ends.
        for follower in all.withLock({ Array($0.values) }) { follower.finish() }
    }
}
