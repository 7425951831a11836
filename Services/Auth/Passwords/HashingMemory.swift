import Foundation
import Synchronization

/// The 19 MiB that a hash works in: kept from hash to hash, since to get them anew from the system costs half as much time again, and
/// given back when nobody has logged in for a while. libargon2 wipes them after each hash.
final class HashingMemory: Sendable {
    /// libargon2's callbacks know of no owner.
    static let shared = HashingMemory()

    private struct Region: @unchecked Sendable {  // only whoever has taken it touches its bytes
        var start: UnsafeMutableRawPointer
        var bytes: Int
    }

    private let free = Mutex<[Region]>([])

    /// Bytes that no hash works in.
    var kept: Int { free.withLock { $0.reduce(0) { $0 + $1.bytes } } }

    /// Nil when the system has none to give.
    func take(_ bytes: Int) -> UnsafeMutableRawPointer? {
        let kept = free.withLock { free in free.isEmpty ? nil : free.remove(at: free.firstIndex { $0.bytes == bytes } ?? 0) }
        if let kept, kept.bytes == bytes { return kept.start }
        // One of another size goes for it: after the cost was raised both are in use, and no more are kept than hashes ran at the same time.
        if let kept { munmap(kept.start, kept.bytes) }
        let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else { return nil }
        // Where the system has them: a hash goes back and forth through all of it.
        madvise(start, bytes, Int32(MADV_HUGEPAGE))
        return start
    }

    func put(_ start: UnsafeMutableRawPointer, _ bytes: Int) { free.withLock { $0.append(Region(start: start, bytes: bytes)) } }

    /// Gives back what no hash works in.
    func release() {
        let regions = free.withLock { free in
            defer { free = [] }
            return free
        }
        for region in regions { munmap(region.start, region.bytes) }
    }
}
