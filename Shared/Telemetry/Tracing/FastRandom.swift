import Synchronization

/// Unpredictable enough for trace and request ids, without a system call each: SplitMix64 (Steele, Lea, Flood 2014) over one
/// atomic counter that was seeded by the system. Never for secrets.
enum FastRandom {
    private static let counter = Atomic<UInt64>(UInt64.random(in: .min ... .max))

    static func next() -> UInt64 {
        var mixed = counter.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
