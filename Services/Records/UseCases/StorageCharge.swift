import CareModels
import Postgres

/// What one transaction adds to the bytes that a person has stored.
final class StorageCharge {
    let owner: UserID
    let quota: Int
    private var added = 0
    /// What was stored before, once somebody looked.
    private var before: Int?

    init(owner: UserID, quota: Int) {
        self.owner = owner
        self.quota = quota
    }

    /// There is a row for the person, which a write has seen: theirs need not be counted.
    private var isCounted = false

    func sees(row isThere: Bool) { isCounted = isCounted || isThere }

    /// From here on `add` refuses what goes over the quota, at once: for a write of many parts, of which those that fit are taken. Under the
    /// person's lock.
    func look(_ tx: Transaction) async throws { before = try await tx.storage(of: owner) + added }

    /// Before the write that it is for.
    func add(_ bytes: Int) throws(Refusal) {
        if let before, before + added + bytes > quota { throw .quota(limit: quota, used: before + added) }
        added += bytes
    }

    /// After everything else.
    func settle(_ tx: Transaction) async throws {
        if added != 0 { try await tx.charge(owner, added, quota: quota, isCounted: isCounted) }
    }
}
