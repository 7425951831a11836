/// What the hashes of all passwords cost, and how many of them each.
///
/// After the cost was raised, a hash of before keeps its own until its password is next seen. A name that nobody has must cost what one
/// that somebody has may cost: each gets a place of its own from 0 to 1, and the cost there. The dearest begin at 0, so as passwords are
/// made anew a place changes once, from the old cost to the new, as a person's hash does.
struct PasswordCosts: Equatable, Sendable {
    struct Share: Equatable, Sendable {
        var cost: PasswordCost
        var hashes: Int
    }

    private let shares: [Share]
    private let total: Int

    init(_ shares: [Share]) {
        self.shares = shares.filter { $0.hashes > 0 }.sorted { $0.cost.isDearer(than: $1.cost) }
        total = self.shares.reduce(0) { $0 + $1.hashes }
    }

    /// Nil while there is no hash at all.
    func cost(at place: Double) -> PasswordCost? {
        var rest = place * Double(total)
        for share in shares {
            rest -= Double(share.hashes)
            if rest < 0 { return share.cost }
        }
        return shares.last?.cost
    }
}

extension PasswordCost {
    fileprivate func isDearer(than other: PasswordCost) -> Bool {
        (memoryKiB * passes, memoryKiB, lanes) > (other.memoryKiB * other.passes, other.memoryKiB, other.lanes)
    }
}
