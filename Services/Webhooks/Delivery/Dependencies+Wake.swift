import Postgres

extension Dependencies {
    /// What the transaction leaves is looked at as soon as it has committed.
    func deliver(after tx: Transaction) { tx.afterCommit { [wake] in wake.raise() } }
}
