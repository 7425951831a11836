import CareModels
import FHIR
import Synchronization

/// What one request may cost, whatever a few bytes of it ask for: every loop over what is stored, or over what a client has named, and every reading that they lead to,
/// is charged here, and what is beyond is refused, so that nobody else waits for it or finds no memory. Of what another has to pay for, as who subscribes to what others write,
/// there is one for each.
///
/// Any task may charge it.
final class Budget: Sendable {
    /// A record that is looked at, in comparisons.
    static let visit = 4
    /// So many are compared before it is looked at whether anybody still waits, and what it has cost: one record may have a hundred thousand values, and be asked for as many.
    static let step = 1_000_000
    /// Things of a loop between two such looks, however little they cost.
    static let pause = 64
    /// A row's index that is opened, beside its bytes.
    static let opening = 32
    /// A body that is opened, beside its bytes: it comes from the database.
    static let body = 512
    /// A value by which is sorted, in comparisons: it is folded.
    static let folding = 32
    /// A reference that is followed to what is included, in comparisons: its address is an HMAC, and the database looks there.
    static let following = 512

    /// The server's, which the others share.
    protocol Memory: Sendable {
        /// Takes it for these, which are to be read, beside so many bytes that are kept: throws when there is none. It goes back with the request, whatever becomes of that.
        func hold(toRead bodies: [[UInt8]], beside kept: Int) throws
        /// Though the request goes on.
        func letGo()
    }

    /// Takes of what is noted of the caller, which lasts longer than a request: so many notes, and things that they name. Throws when there is no room for them.
    typealias Noting = @Sendable (_ notes: Int, _ things: Int) throws -> Void

    /// The caller is shown what is written.
    let keepsBodies: Bool
    private let comparisons: Int
    private let opened: Int
    private let memory: (any Memory)?
    private let noting: Noting?
    /// By the item's number; in place, so that nothing more is allocated.
    private let spent = Mutex(SIMD16<Int>.zero)

    /// - Parameter searches: so many share it.
    convenience init(searches: Int = 1, keepsBodies: Bool = false, memory: (any Memory)? = nil, noting: Noting? = nil) {
        self.init(
            comparisons: searches * Item.comparisons.most, bytes: searches * Item.opened.most, keepsBodies: keepsBodies, memory: memory, noting: noting)
    }

    init(comparisons: Int, bytes: Int = Item.opened.most, keepsBodies: Bool = false, memory: (any Memory)? = nil, noting: Noting? = nil) {
        (self.comparisons, opened, self.keepsBodies, self.memory, self.noting) = (comparisons, bytes, keepsBodies, memory, noting)
    }

    // MARK: What is counted

    /// Before the work, or with it.
    func charge(_ item: Item, _ count: Int) throws(ResourceFault) {
        if add(item, count) > most(item) { throw item.refusal }
    }

    /// Behind work of which is known only then what it was: the next is refused (`check`).
    @discardableResult
    func add(_ item: Item, _ count: Int) -> Int {
        spent.withLock { spent in
            spent[item.rawValue] += count
            return spent[item.rawValue]
        }
    }

    /// Before work of which nobody knows what it will be.
    func check(_ item: Item) throws(ResourceFault) {
        if isSpent(item) { throw item.refusal }
    }

    func isSpent(_ item: Item) -> Bool { spent(item) > most(item) }

    func spent(_ item: Item) -> Int { spent.withLock { $0[item.rawValue] } }

    /// Whoever looks into one record after the other goes on in another answer.
    var isHalfSpent: Bool { spent(.comparisons) > comparisons / 2 || spent(.opened) > opened / 2 }

    /// A transaction begins, which may have been under way before in vain.
    func begin() { spent.withLock { $0 = .zero } }

    private func most(_ item: Item) -> Int {
        switch item {
        case .comparisons: comparisons
        case .opened: opened
        default: item.most
        }
    }
}

// MARK: Work

extension Budget {
    /// Goes through all of them; `body` adds what it compared beside the visit. Throws also when nobody waits for the answer any more.
    func each<Things: Sequence>(_ things: Things, visit: Int = visit, _ body: (Things.Element, inout Int) throws -> Void) throws {
        var (effort, place) = (0, 0)
        for thing in things {
            place += 1
            if place % Self.pause == 0 || effort >= Self.step { try spend(&effort) }
            effort += visit
            try body(thing, &effort)
        }
        try spend(&effort)
    }

    /// What was compared since the last time. Throws also when nobody waits for the answer any more.
    func spend(_ effort: inout Int) throws {
        try Task.checkCancellation()
        try charge(.comparisons, effort)
        effort = 0
    }

    /// Whether all of these hold of a record.
    func holds(_ conditions: [SearchCondition], of record: some SearchedResource, _ effort: inout Int) throws -> Bool {
        for condition in conditions {
            guard condition.holds(of: record, &effort) else { return false }
            if effort >= Self.step { try spend(&effort) }
        }
        return true
    }

    /// Before a patch is begun: what it costs is known when it ends. A bundle has up to two hundred, and a few bytes of each ask for as much work as one may be.
    func checkPatch() throws(ResourceFault) {
        try check(.patchSteps)
        try check(.patchBytes)
    }

    func add(_ work: PatchWork) {
        add(.patchSteps, work.steps)
        add(.patchBytes, work.bytes)
    }

    /// Rows whose indexes were opened.
    func open(_ rows: [some SearchedResource]) throws(ResourceFault) {
        try charge(.comparisons, rows.reduce(0) { $0 + Self.opening + $1.index.bytes.count / 32 })
    }
}

// MARK: Memory and notes

extension Budget {
    /// Before these are read as what they are: throws when there is no memory for that beside what is kept until the answer.
    func hold(toRead bodies: [[UInt8]] = []) throws {
        // As they were read, and in the answer; app data there in base64, too.
        try memory?.hold(toRead: bodies, beside: 2 * spent(.answered) + 4 * spent(.appData))
    }

    /// What was held is needed no more, though the request goes on.
    func letGo() { memory?.letGo() }

    /// What is stored comes into memory because a few bytes have named it.
    func gather(_ stored: [UInt8]) throws {
        try hold(toRead: [stored])
        gathered(stored.count)
    }

    /// So many bytes are in memory until they are written or, where the caller is shown them, answered.
    func gathered(_ bytes: Int) {
        add(.gathered, bytes)
        if keepsBodies { add(.answered, bytes) }
    }

    /// So many bytes are in memory until they are answered.
    func keep(_ item: Item, _ bytes: Int) throws {
        add(item, bytes)
        try hold()
    }

    /// Before they are written, and before anybody is answered.
    func note(_ notes: Int = 0, things: Int) throws { try noting?(notes, things) }
}
