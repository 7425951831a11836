/// Proofs that were shown, so that none is taken twice: in two sets, of which the younger takes the place of the elder when it is full or has lasted as long as
/// a proof may be good for. So the memory has a bound, and a proof is forgotten while it is still good only when more than `capacity` come in that time.
struct SpentProofs {
    private var young: Set<SIMD2<UInt64>> = []
    private var old: Set<SIMD2<UInt64>> = []
    private var begunAt = -Double.infinity
    private let capacity: Int
    /// From the first moment to the last that a proof is taken.
    private let lasts: Double

    init(capacity: Int = 100_000, window: Double = DPoPProof.window) {
        self.capacity = capacity
        lasts = 2 * window
    }

    var count: Int { young.count + old.count }

    /// False when it was shown before; `now` in seconds.
    mutating func spend(_ proof: TokenHash, now: Double) -> Bool {
        if now - begunAt >= lasts || young.count >= capacity {
            old = now - begunAt >= 2 * lasts ? [] : young
            (young, begunAt) = ([], now)
        }
        let half = proof.half
        guard !old.contains(half) else { return false }
        return young.insert(half).inserted
    }
}
