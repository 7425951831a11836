/// A zone's file in the tz database: TZif of version 2 and later (RFC 9636). Its first block, of 32 bits, is passed over; abbreviations, leap seconds and
/// what tells standard from summer time are not kept.
struct ZoneFile: Sendable {
    /// Instants at which the offset turns, in order, and the offsets from then on.
    private let turns: [Int]
    private let offsets: [Int]
    private let before: Int
    /// After the last of the turns.
    private let rule: ZoneRule?

    /// Nil for what is no such file, or says less than it promises.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes)
        guard let first = reader.header(), first.version >= UInt8(ascii: "2"), reader.skip(first.size(of: 4)), let counts = reader.header() else { return nil }
        let turns = (0..<counts.turns).compactMap { _ in reader.integer(8) }
        let types = (0..<counts.turns).compactMap { _ in reader.integer(1) }
        let offsets = (0..<counts.types).compactMap { _ in reader.type() }
        guard turns.count == counts.turns, types.count == counts.turns, offsets.count == counts.types, let before = offsets.first,
            types.allSatisfy(offsets.indices.contains), zip(turns, turns.dropFirst()).allSatisfy(<),
            reader.skip(counts.letters + counts.leaps * 12 + counts.standards + counts.universals), let footer = reader.line()
        else { return nil }
        if footer.isEmpty {
            rule = nil
        } else {
            guard let rule = ZoneRule(footer) else { return nil }
            self.rule = rule
        }
        self.turns = turns
        self.offsets = types.map { offsets[$0] }
        self.before = before
    }

    func offset(at instant: Int) -> Int {
        guard let last = turns.last else { return rule?.offset(at: instant) ?? before }
        if instant >= last { return rule?.offset(at: instant) ?? offsets[offsets.count - 1] }
        var low = 0
        var high = turns.count
        while low < high {
            let middle = (low + high) / 2
            if turns[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? before : offsets[low - 1]
    }

    private struct Header {
        var version: UInt8
        var universals, standards, leaps, turns, types, letters: Int

        /// Of the block after it, whose instants are of so many bytes.
        func size(of instant: Int) -> Int { turns * (instant + 1) + types * 6 + letters + leaps * (instant + 4) + standards + universals }
    }

    private struct Reader {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) { rest = bytes[...] }

        mutating func skip(_ count: Int) -> Bool {
            guard count >= 0, count <= rest.count else { return false }
            rest = rest.dropFirst(count)
            return true
        }

        /// Of so many bytes, the highest first: unsigned, but for one of eight.
        mutating func integer(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            let value = rest.prefix(count).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            rest = rest.dropFirst(count)
            return Int(truncatingIfNeeded: value)
        }

        mutating func header() -> Header? {
            guard rest.starts(with: "TZif".utf8), skip(4), let version = integer(1), skip(15), let universals = integer(4), let standards = integer(4),
                let leaps = integer(4), let turns = integer(4), let types = integer(4), let letters = integer(4)
            else { return nil }
            let counts = [universals, standards, leaps, turns, types, letters]
            // What is longer than the file is refused before anything is counted by it.
            guard counts.allSatisfy({ $0 <= rest.count }) else { return nil }
            return Header(version: UInt8(version), universals: universals, standards: standards, leaps: leaps, turns: turns, types: types, letters: letters)
        }

        /// The offset of a kind of local time.
        mutating func type() -> Int? {
            guard let offset = integer(4), skip(2) else { return nil }
            return Int(Int32(truncatingIfNeeded: offset))
        }

        /// Between two line ends.
        mutating func line() -> ArraySlice<UInt8>? {
            guard rest.first == UInt8(ascii: "\n"), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            return rest[rest.startIndex + 1..<end]
        }
    }
}
