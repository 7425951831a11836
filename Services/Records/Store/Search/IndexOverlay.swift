import FHIR

/// A person's index as one transaction sees it, with what it wrote itself: read on from condition to condition, and gone with the transaction, whose writes may be
/// undone.
final class IndexOverlay {
    private enum Seen {
        case index(PersonIndex)
        /// It is more than may be in memory.
        case tooLarge
    }

    private var seen: [FHIRRelease: Seen] = [:]

    /// Takes what was read so far out, to be read on and kept again: nothing of it is copied meanwhile. False when there is nothing to read on.
    func take(_ release: FHIRRelease, or begin: () -> PersonIndex?) -> PersonIndex? {
        switch seen.removeValue(forKey: release) {
        case .index(let index): return index
        case .tooLarge:
            seen[release] = .tooLarge
            return nil
        case nil: return begin()
        }
    }

    func keep(_ index: PersonIndex?, _ release: FHIRRelease) { seen[release] = index.map(Seen.index) ?? .tooLarge }
}
