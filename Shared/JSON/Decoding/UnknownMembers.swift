import CareModels

/// A value has members that its type does not know: a slip that would otherwise pass for an absence.
package struct UnknownMembers: Error {
    /// Each by its path, with the nearest name that is known and not there; in the order of the text, the first twenty.
    package let faults: Faults
    /// What else is wrong with the value.
    package let alongside: DecodingError?
    /// Of a value that is right otherwise: the first member that no known name is near to, and the names that are known in its place.
    package let known: Known?

    package struct Known: Sendable {
        package let instead: String
        /// In order, the first twenty.
        package let names: [String]
    }
}

/// While a document is decoded: the members that no type knows which reads their object, and the names that were looked for there in vain.
final class UnknownMembersSearch {
    /// Of members, in an object and in all: what a stranger sends beyond is not looked at. More than any type has names, so that a second type which
    /// reads the same object cannot know all that were found.
    private static let most = 64
    /// For so many a name is searched that was not asked for.
    private static let mostRespelled = 3

    private struct Strangers {
        var members: [Int]
        var missing: [String] = []
        /// Of the types that read this object, whether they know a name.
        var isKnown: [(String) -> Bool] = []
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
            if !left.isEmpty { objects[object]?.isKnown.append { Key(stringValue: $0) != nil } }
            return
        }
        guard !isOver else { return }
        var strangers: [Int] = []
        var index = object + 1
        while index < Int(reading.nodes[object].after), strangers.count < Self.most {
            if !isKnown(index) { strangers.append(index) }
            index = Int(reading.nodes[index].after)
        }
        objects[object] = Strangers(members: strangers, isKnown: strangers.isEmpty ? [] : [{ Key(stringValue: $0) != nil }])
        count += strangers.count
        isOver = count >= Self.most
    }

    func missed(_ name: String, in object: Int) {
        guard count > 0, let strangers = objects[object], !strangers.members.isEmpty, !strangers.missing.contains(name) else { return }
        objects[object]?.missing.append(name)
    }

    /// `alongside`: what ended the reading, so that not all names were asked for.
    func found(in reading: JSONReading, alongside error: DecodingError?) -> UnknownMembers? {
        var lost: (member: Int, object: Int)?
        guard let faults = faults(in: reading, &lost) else { return nil }
        let known = error == nil ? lost.map { self.known(instead: $0.member, in: $0.object, reading) } : nil
        return UnknownMembers(faults: faults, alongside: error, known: known)
    }

    private func known(instead member: Int, in object: Int, _ reading: JSONReading) -> UnknownMembers.Known {
        let strangers = objects[object]
        let there = reading.names(of: object).filter { name in strangers?.isKnown.contains { $0(name) } == true }
        let names = Set(there).union(strangers?.missing ?? []).sorted()
        return UnknownMembers.Known(instead: JSONPath.text(of: reading.path(to: member)), names: Array(names.prefix(Faults.most)))
    }

    /// `lost`: the first without a near name.
    private func faults(in reading: JSONReading, _ lost: inout (member: Int, object: Int)?) -> Faults? {
        guard count > 0 else { return nil }
        let found = objects.flatMap { object, strangers in strangers.members.map { (member: $0, object: object, strangers: strangers) } }
        var searches = 0
        return Faults(
            found.sorted { $0.member < $1.member }.prefix(Faults.most).map { member, object, strangers in
                let name = reading.name(of: member)
                var nearest = NearestName.find(name, among: strangers.missing)
                if nearest == nil, searches < Self.mostRespelled {
                    searches += 1
                    nearest = respelled(name, in: object, strangers, reading)
                }
                if nearest == nil, lost == nil { lost = (member, object) }
                return Fault(JSONPath.text(of: reading.path(to: member)), nearest.map { "is not known; did you mean \($0)?" } ?? "is not known")
            })
    }

    /// Of the names that were not asked for before reading ended, the nearest that is not there.
    private func respelled(_ name: String, in object: Int, _ strangers: Strangers, _ reading: JSONReading) -> String? {
        let nearest = Respelling.find(name) { spelled in strangers.isKnown.contains { $0(spelled) } }
        return nearest.flatMap { reading.names(of: object).contains($0) ? nil : $0 }
    }
}
