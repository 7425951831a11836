import JSON

extension ResourceDiff {
    /// A member with what lies beside it, or an item of a list.
    struct Item {
        var value: JSONValue?
        var extensions: JSONValue?
        /// The JSON name: `valueQuantity`.
        var name: String

        func isEqual(_ other: Item) -> Bool {
            name == other.name && Self.isEqual(value, other.value) && Self.isEqual(extensions, other.extensions)
        }

        /// Of equal ones the same.
        var hash: Int {
            var hasher = Hasher()
            hasher.combine(name)
            for part in [value, extensions] { hasher.combine(part?.sameHash) }
            return hasher.finalize()
        }

        /// What reading all of it takes.
        var size: Int { (value?.size ?? 0) + (extensions?.size ?? 0) }

        private static func isEqual(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
            guard let one, let other else { return one == nil && other == nil }
            return one.isSame(other)
        }
    }

    /// An element's items, and whether it is a list. A resource may be one long list: of each item no more is kept than where it is.
    struct Element {
        let isList: Bool
        let name: String
        private let document: JSONDocument
        /// Of the value and what lies beside it; 0, which is the document's root, for none.
        private let places: [(value: UInt32, extensions: UInt32)]

        init(_ value: JSONValue?, _ beside: JSONValue?, _ name: String, of object: JSONValue) {
            self.name = name
            document = object.document
            isList = value?.isList ?? beside?.isList ?? false
            let (values, extensions) = (Self.places(value, isList), Self.places(beside, isList))
            places = (0..<max(values.count, extensions.count)).compactMap { index in
                let place = (value: index < values.count ? values[index] : 0, extensions: index < extensions.count ? extensions[index] : 0)
                return place == (0, 0) ? nil : place
            }
        }

        private static func places(_ value: JSONValue?, _ isList: Bool) -> [UInt32] {
            guard let value else { return [] }
            func place(_ value: JSONValue) -> UInt32 { value.kind == .null ? 0 : UInt32(value.index) }
            return isList ? value.children.map(place) : [place(value)]
        }

        var count: Int { places.count }
        var first: Item? { places.isEmpty ? nil : self[0] }

        subscript(_ index: Int) -> Item {
            let place = places[index]
            return Item(value: part(place.value), extensions: part(place.extensions), name: name)
        }

        private func part(_ index: UInt32) -> JSONValue? { index == 0 ? nil : JSONValue(document: document, index: Int(index)) }
    }

    /// Items that are equal have one number, so that each is read once, however many it is compared with.
    struct Numbers {
        private var known: [Int: [(item: Item, number: Int)]] = [:]
        private var count = 0

        mutating func of(_ item: Item) -> Int {
            let hash = item.hash
            if let same = known[hash]?.first(where: { $0.item.isEqual(item) }) { return same.number }
            count += 1
            known[hash, default: []].append((item, count))
            return count
        }
    }
}

extension JSONValue {
    /// Values that it is made of, itself among them, and what of their bytes takes as long: one text may be millions.
    fileprivate var size: Int { Int(node.after) - index + range.count / 16 }

    /// Of what `isSame` the same.
    fileprivate var sameHash: Int {
        var hasher = Hasher()
        hasher.combine(kind)
        switch kind {
        case .number: bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        case .string: hasher.combine(string)
        case .array: for item in children { hasher.combine(item.sameHash) }
        case .object:
            // In any order.
            var sum = 0
            for member in children {
                var pair = Hasher()
                pair.combine(member.name)
                pair.combine(member.sameHash)
                sum &+= pair.finalize()
            }
            hasher.combine(sum)
        default: break
        }
        return hasher.finalize()
    }

    /// The same to a reader who keeps decimals: 1.0 is not 1.00.
    func isSame(_ other: JSONValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .number: return bytes.elementsEqual(other.bytes)
        case .array: return childCount == other.childCount && zip(children, other.children).allSatisfy { $0.isSame($1) }
        case .object:
            guard childCount == other.childCount else { return false }
            let theirs = other.membersByName
            return children.allSatisfy { member in theirs[member.nameBytes].map(member.isSame) ?? false }
        default: return isEqual(other)
        }
    }
}
