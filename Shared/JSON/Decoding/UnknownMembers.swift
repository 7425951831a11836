import CareModels

/// A value has members that its type does not know: a slip that would otherwise pass for an absence.
package struct UnknownMembers: Error {
    /// Each by its path, with the nearest name that is known and not there; in the order of the text, the first twenty.
    package let faults: Faults
    /// What else is wrong with the value.
    package let alongside: DecodingError?
}

/// While a document is decoded: the members that no type knows which reads their object, and the names that were looked for there in vain.
final class UnknownMembersSearch {
    /// Of members, in an object and in all: what a stranger sends beyond is not looked at. More than any type has names, so that a second type which
    /// reads the same object cannot know all that were found.
    private static let most = 64
    private static let mostShown = 20

    private struct Strangers {
        var members: [Int]
        var missing: [String] = []
    }

    private var objects: [Int: Strangers] = [:]
    private var count = 0
    private var isOver = false

    /// Whoever opens the container knows the names of `Key`. Several may read one object: what any of them knows is known.
    func open<Key: CodingKey>(_ object: Int, _ key: Key.Type, in reading: JSONReading) {
        func isKnown(_ member: Int) -> Bool { Key(stringValue: reading.name(of: member)) != nil }
        if let before = objects[object]?.members {
            let left = before.filter { !isKnown($0) }
            count -= before.count - left.count
            objects[object]?.members = left
            return
        }
        guard !isOver else { return }
        var strangers: [Int] = []
        var index = object + 1
        while index < Int(reading.nodes[object].after), strangers.count < Self.most {
            if !isKnown(index) { strangers.append(index) }
            index = Int(reading.nodes[index].after)
        }
        objects[object] = Strangers(members: strangers)
        count += strangers.count
        isOver = count >= Self.most
    }

    func missed(_ name: String, in object: Int) {
        guard count > 0, let strangers = objects[object], !strangers.members.isEmpty, !strangers.missing.contains(name) else { return }
        objects[object]?.missing.append(name)
    }

    func faults(in reading: JSONReading) -> Faults? {
        guard count > 0 else { return nil }
        let found = objects.values.flatMap { object in object.members.map { (member: $0, missing: object.missing) } }
        return Faults(
            found.sorted { $0.member < $1.member }.prefix(Self.mostShown).map { member, missing in
                let nearest = NearestName.find(reading.name(of: member), among: missing)
                return Fault(JSONPath.text(of: reading.path(to: member)), nearest.map { "is not known; did you mean \($0)?" } ?? "is not known")
            })
    }
}
