import CareModels

/// What one transaction did with a person's records, one after the other.
final class TouchedRecords {
    private(set) var things: [(thing: AccessEvent.Thing, format: RecordFormat)] = []
    /// So often something was given to others, or taken from them.
    private(set) var consentChanges = 0

    func add(_ action: AccessEvent.Action, _ place: RecordPlace, _ id: String, version: Int?) {
        things.append((AccessEvent.Thing(action: action, type: place.type, id: id, version: version), place.format))
    }

    func changedConsents() { consentChanges += 1 }
}
