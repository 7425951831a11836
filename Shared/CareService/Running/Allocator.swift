import CMalloc
import Foundation

/// glibc gives its threads up to eight arenas a core to allocate from, and each keeps what its largest load has needed: malloc_trim(3)
/// does not get an arena's end back. Two a core serve as many threads as run at a time, and keep a quarter as much.
enum Allocator {
    /// Before there are many threads: an arena that is there stays.
    static func shareArenas() {
        mallopt(M_ARENA_MAX, Int32(2 * ProcessInfo.processInfo.activeProcessorCount))
    }
}
