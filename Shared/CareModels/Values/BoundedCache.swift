/// A dictionary that holds at most about `capacity` values and forgets those not used lately, in constant time: two
/// generations, the young one becomes the old one when half of the capacity is reached.
package struct BoundedCache<Key: Hashable, Value> {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let half: Int

    package init(capacity: Int) { half = max(1, capacity / 2) }

    package var count: Int { young.count + old.count }

    /// Reading keeps a value alive; writing nil forgets it.
    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old.removeValue(forKey: key) else { return nil }
            insert(value, key)
            return value
        }
        set {
            old.removeValue(forKey: key)
            guard let newValue else {
                young.removeValue(forKey: key)
                return
            }
            insert(newValue, key)
        }
    }

    package mutating func removeAll() { (young, old) = ([:], [:]) }

    package mutating func removeAll(where isUnwanted: (Value) -> Bool) {
        young = young.filter { !isUnwanted($0.value) }
        old = old.filter { !isUnwanted($0.value) }
    }

    private mutating func insert(_ value: Value, _ key: Key) {
        if young[key] == nil && young.count >= half {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
