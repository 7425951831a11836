import JSON

/// What equal values have in common, so that sets of them are looked up and not compared one by one.
enum FHIRPathKey: Hashable {
    case boolean(Bool)
    case number(FHIRDecimal)
    case text(String)
    /// Seconds since 1970 and nanoseconds, to a precision.
    case moment(Int, Int, FHIRPathTime.Precision)
    case clock(Int, Int, FHIRPathTime.Precision)
    case quantity(FHIRDecimal, String)
    case resource(String)
    indirect case object([String: FHIRPathKey])
    indirect case list([FHIRPathKey])
    /// In whatever order: how many of each.
    indirect case bag([FHIRPathKey: Int])
    case none
}

extension FHIRPathRun {
    // MARK: Equal

    func areEqual(_ left: [FHIRPathValue], _ right: [FHIRPathValue]) throws -> Bool? {
        if left.isEmpty || right.isEmpty { return nil }
        guard left.count == right.count else { return false }
        for (one, other) in zip(left, right) {
            guard let equal = try isEqual(one, other) else { return nil }
            if !equal { return false }
        }
        return true
    }

    /// Nil when it cannot be said: dates of unlike precision, quantities of other units.
    private func isEqual(_ one: FHIRPathValue, _ other: FHIRPathValue) throws -> Bool? {
        try spend()
        let (left, right) = (plain(one), plain(other))
        switch (left, right) {
        case (.string(let one), .string(let other)):
            try spend(text: one)
            return one == other
        case (.boolean(let one), .boolean(let other)): return one == other
        case (.time(let one), .time(let other)): return one.order(other).map { $0 == 0 }
        case (.quantity(let one, let unit), .quantity(let other, let otherUnit)):
            return FHIRPathUnit.aligned((one, unit), (other, otherUnit)).map { $0.0 == $0.1 }
        default: break
        }
        if let one = left.number, let other = right.number { return one == other }
        if let (one, other) = Self.moments(left, right) { return one.order(other).map { $0 == 0 } }
        return try key(left) == key(right)
    }

    /// `most`: the steps that it may take, since it is remembered.
    func key(_ value: FHIRPathValue, most: Int = Seen.most) throws -> FHIRPathKey {
        try spend()
        switch plain(value) {
        case .boolean(let truth): return .boolean(truth)
        case .integer(let integer): return .number(FHIRDecimal(integer))
        case .decimal(let decimal): return .number(decimal)
        case .string(let text):
            try spend(text: text)
            return .text(text)
        case .date(let time), .dateTime(let time): return .moment(time.seconds, time.nanoseconds, time.isAsPreciseAs)
        case .time(let time): return .clock(time.seconds, time.nanoseconds, time.isAsPreciseAs)
        case .quantity(let amount, let unit): return .quantity(amount, unit)
        case .resource(let type): return .resource(type)
        case .node(let node): return try key(node.value, downTo: steps - most)
        }
    }

    /// As deep as a JSON text may be.
    private func key(_ value: JSONValue, downTo least: Int) throws -> FHIRPathKey {
        try spend()
        guard steps >= least else { throw FHIRPathError.tooManyValues }
        switch value.kind {
        case .true: return .boolean(true)
        case .false: return .boolean(false)
        case .null: return .none
        case .number:
            try spend(value.range.count / 16)
            return FHIRDecimal(value.bytes).map { .number($0) } ?? .text(String(decoding: value.bytes, as: UTF8.self))
        case .string:
            let text = value.string ?? ""
            try spend(text: text)
            return .text(text)
        case .array: return .list(try value.children.map { try key($0, downTo: least) })
        case .object:
            var members: [String: FHIRPathKey] = [:]
            for child in value.children {
                try spend(Int(child.node.keyEnd - child.node.keyStart) / 16)
                members[child.name ?? ""] = try key(child, downTo: least)
            }
            return .object(members)
        }
    }

    /// Keys of the values that were met. A key of an object has one of each of its members, so they are counted by what making them took.
    struct Seen {
        /// Some of them have a few hundred bytes.
        static let most = 65_536
        private(set) var keys: Set<FHIRPathKey> = []
        private var cost = 0

        /// Whether it is the first of its like.
        mutating func insert(_ value: FHIRPathValue, _ run: FHIRPathRun) throws -> Bool {
            let before = run.steps
            let key = try run.key(value, most: Self.most - cost)
            guard keys.insert(key).inserted else { return false }
            cost += before - run.steps
            return true
        }
    }

    /// Each once, the first of its like.
    func distinct(_ values: [FHIRPathValue]) throws -> [FHIRPathValue] {
        if values.count < 2 { return values }
        var seen = Seen()
        return try values.filter { try seen.insert($0, self) }
    }

    func union(_ left: [FHIRPathValue], _ right: [FHIRPathValue]) throws -> [FHIRPathValue] {
        guard left.count + right.count <= Self.mostValues else { throw FHIRPathError.tooManyValues }
        return try distinct(left + right)
    }

    func keys(_ values: [FHIRPathValue]) throws -> Set<FHIRPathKey> {
        var seen = Seen()
        for value in values { _ = try seen.insert(value, self) }
        return seen.keys
    }

    // MARK: Alike

    func areAlike(_ left: [FHIRPathValue], _ right: [FHIRPathValue]) throws -> Bool {
        guard left.count == right.count else { return false }
        if left.count == 1 { return try isAlike(left[0], right[0]) }
        // In whatever order.
        var rest: [FHIRPathKey: Int] = [:]
        let before = steps
        for value in right {
            rest[try likeness(value), default: 0] += 1
            guard before - steps <= Seen.most else { throw FHIRPathError.tooManyValues }
        }
        for value in left {
            let likeness = try likeness(value)
            guard let count = rest[likeness], count > 0 else { return false }
            rest[likeness] = count - 1
        }
        return true
    }

    private func isAlike(_ one: FHIRPathValue, _ other: FHIRPathValue) throws -> Bool {
        let (left, right) = (plain(one), plain(other))
        if let one = left.number, let other = right.number {
            let places = min(one.scale, other.scale)
            return one.rounded(places) == other.rounded(places)
        }
        switch (left, right) {
        case (.time(let one), .time(let other)): return one.order(other) == 0
        case (.quantity(let one, let unit), .quantity(let other, let otherUnit)):
            return FHIRPathUnit.aligned((one, unit), (other, otherUnit)).map { $0.0 == $0.1 } ?? false
        default: break
        }
        if let (one, other) = Self.moments(left, right) { return one.order(other) == 0 }
        return try likeness(left) == likeness(right)
    }

    /// Texts without their case and with single spaces.
    private func likeness(_ value: FHIRPathValue) throws -> FHIRPathKey { Self.likeness(try key(value)) }

    private static func likeness(_ key: FHIRPathKey) -> FHIRPathKey {
        switch key {
        case .text(let text): .text(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " "))
        case .number(let number): .number(number)
        case .object(let members): .object(members.filter { $0.key != "id" }.mapValues(likeness))
        case .list(let items): .bag(items.reduce(into: [:]) { $0[likeness($1), default: 0] += 1 })
        default: key
        }
    }
}
