import CareModels
import FHIR

/// What a resource is sorted by. What is not there comes last, either way.
enum SortKey: Codable, Equatable, Sendable {
    case missing
    case number(Double)
    case text(String)

    /// In characters: a next link holds them.
    private static let longest = 64

    /// By the least of its values, or downwards by the greatest.
    init(_ values: [SearchValue], isDescending: Bool) {
        let keys = values.compactMap { Self.key($0, isDescending) }
        self =
            keys.reduce(nil) { best, key in
                guard let best else { return key }
                return key.isBefore(best, isDescending) ? key : best
            } ?? .missing
    }

    /// What is behind so many characters is not folded: of a long text the beginning alone is compared.
    static func text(of text: String) -> SortKey { .text(String(SearchText.fold(String(text.prefix(4 * longest))).prefix(longest))) }

    private static func key(_ value: SearchValue, _ isDescending: Bool) -> SortKey? {
        switch value {
        case .token(_, let code, let text): (code ?? text).map(Self.text(of:))
        case .string(let string): text(of: string)
        case .uri(let uri): text(of: uri)
        case .reference(let reference): (reference.id.map { "\(reference.type ?? "")/\($0)" } ?? reference.url).map(Self.text(of:))
        case .date(let from, let until): .number(Double(isDescending ? until : from))
        case .number(let interval), .quantity(let interval, _, _, _): .number(interval.value)
        case .composite: nil
        }
    }

    /// Nothing is before what it equals.
    func isBefore(_ other: SortKey, _ isDescending: Bool) -> Bool {
        switch (self, other) {
        case (.missing, _): false
        case (_, .missing): true
        case (.number(let one), .number(let two)): isDescending ? one > two : one < two
        case (.text(let one), .text(let two)): isDescending ? one > two : one < two
        case (.number, .text): true
        case (.text, .number): false
        }
    }
}

/// A place in a sorted list: what stands there is behind all that comes before it, whether it still is what it was or not.
struct SearchPlace: Codable, Sendable {
    var keys: [SortKey]
    var id: RecordID

    init(_ record: IndexedRecord, _ sort: [SearchQuery.Sort]) {
        var effort = 0
        self.init(record, sort, &effort)
    }

    /// - Parameter effort: grows by what was read, in comparisons.
    init(_ record: IndexedRecord, _ sort: [SearchQuery.Sort], _ effort: inout Int) {
        id = record.id
        keys = []
        for sort in sort {
            switch sort.by {
            case .id: keys.append(.text(record.fhirID))
            case .updated: keys.append(.number(Double(record.updatedAt)))
            case .values(let numbers):
                let values = numbers[record.type].map(record.index.values) ?? []
                // Each is folded, of a thousand that one resource may have.
                effort += values.count * Budget.folding
                keys.append(SortKey(values, isDescending: sort.isDescending))
            }
        }
    }

    /// The newest record first where nothing else tells.
    func isBefore(_ other: SearchPlace, _ sort: [SearchQuery.Sort]) -> Bool {
        for (index, sort) in sort.enumerated() where index < keys.count && index < other.keys.count {
            if keys[index].isBefore(other.keys[index], sort.isDescending) { return true }
            if other.keys[index].isBefore(keys[index], sort.isDescending) { return false }
        }
        return other.id < id
    }
}

extension SearchPlace: SealedPlace {
    static let seal = "search place"
}

/// The best of what was found, as many as a page needs.
struct SearchRanking {
    private let sort: [SearchQuery.Sort]
    private let after: SearchPlace?
    private var most: Int
    private let mostBytes: Int
    private(set) var total = 0
    /// Fewer are kept than were wanted, and there are others: their indexes are too many bytes.
    private(set) var isShort = false
    private var isFull = false
    private var found: [(record: IndexedRecord, place: SearchPlace)] = []
    /// Of their indexes.
    private var bytes = 0

    /// - Parameters:
    ///   - most: so many behind `after` are kept.
    ///   - bytes: of their indexes, where nobody else has them in memory: one may be 256 KiB, and ten thousand of them lie before a page far behind.
    init(_ sort: [SearchQuery.Sort], after: SearchPlace?, most: Int, bytes: Int) {
        self.sort = sort
        self.after = after
        self.most = most
        mostBytes = bytes
    }

    /// Whether any further record can be among those that are kept, or tells that there are others.
    var mayGrow: Bool { !sort.isEmpty || found.count < most || isFull && !isShort }

    /// Newest first, when they are not sorted otherwise. Gives what it took, in comparisons.
    mutating func add(_ record: IndexedRecord) -> Int {
        total += 1
        if sort.isEmpty, found.count >= most {
            isShort = isFull
            return 0
        }
        var effort = 0
        let place = SearchPlace(record, sort, &effort)
        if let after, !after.isBefore(place, sort) { return effort }
        found.append((record, place))
        bytes += record.index.bytes.count
        if sort.isEmpty {
            if bytes > mostBytes { (most, isFull) = (found.count, true) }
        } else if bytes > mostBytes {
            shorten()
        } else if found.count > most, found.count >= max(2048, 4 * most) {
            cut()
        }
        return effort
    }

    private mutating func cut() {
        if !sort.isEmpty { found.sort { $0.place.isBefore($1.place, sort) } }
        if found.count > most { found.removeLast(found.count - most) }
        bytes = found.reduce(0) { $0 + $1.record.index.bytes.count }
    }

    /// To half of the bytes, so that as many have to come before it is done again. One is always kept.
    private mutating func shorten() {
        cut()
        while bytes > mostBytes / 2, found.count > 1, let last = found.popLast() {
            bytes -= last.record.index.bytes.count
            (most, isShort) = (found.count, true)
        }
    }

    mutating func best() -> [IndexedRecord] {
        cut()
        return found.map(\.record)
    }
}
