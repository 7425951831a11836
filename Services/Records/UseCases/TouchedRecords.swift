import CareModels

/// What one transaction did with a person's records, one after the other.
final class TouchedRecords {
    private(set) var things: [(thing: AccessEvent.Thing, format: RecordFormat, by: AccessTrail?)] = []
    /// So often something was given to others, or taken from them.
    private(set) var consentChanges = 0

    func add(_ action: AccessEvent.Action, _ place: RecordPlace, _ id: String, version: Int?, by trail: AccessTrail? = .current) {
        things.append((AccessEvent.Thing(action: action, type: place.type, id: id, version: version), place.format, trail))
    }

    /// Of each request that had a part in it; of the one that is handled when nothing was touched.
    var byRequest: [(trail: AccessTrail?, things: [AccessEvent.Thing])] {
        var requests: [(trail: AccessTrail?, things: [AccessEvent.Thing])] = []
        for (thing, _, trail) in things {
            // One after the other, in all but few cases of one request.
            if let index = requests.lastIndex(where: { $0.trail === trail }) { requests[index].things.append(thing) } else { requests.append((trail, [thing])) }
        }
        return requests.isEmpty ? [(.current, [])] : requests
    }

    func changedConsents() { consentChanges += 1 }

    /// Somebody subscribed to changes of these records, before this transaction.
    private(set) var isFollowed = false
    /// What they may want to hear of.
    private(set) var changes: [SubscriptionFocus] = []
    /// Which subscriptions were written: they begin, or begin anew, behind this transaction.
    private(set) var subscriptions: Set<RecordID> = []

    func follow(_ isFollowed: Bool) { self.isFollowed = self.isFollowed || isFollowed }

    func add(_ change: SubscriptionFocus) { changes.append(change) }

    func wrote(subscription: RecordID) { subscriptions.insert(subscription) }

    /// What was done is to be noted with it, though it touched no record.
    private(set) var isNotable = false
    func isToBeNoted() { isNotable = true }

    /// Whether there is nothing to note: parts of a file come in transactions of their own, and the request that brings them is noted once.
    var isEmpty: Bool { things.isEmpty && consentChanges == 0 && !isNotable }
}
