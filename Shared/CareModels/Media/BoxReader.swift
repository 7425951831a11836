/// Reads numbers and boxes (ISO/IEC 14496-12, 4.2) one after the other. Nothing is read beyond the end.
struct BoxReader: Sendable {
    struct Box: Sendable {
        var type: String
        /// Its header included.
        var size: Int
        /// Indices of the bytes that are read.
        var content: Range<Int>
    }

    enum Next: Sendable {
        case whole(Box)
        /// The next box goes on beyond the end: it has so many bytes, if that is known.
        case partial(Int?)
        /// There is no next one, or not even its header.
        case none
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Big-endian, of at most 8 bytes; 0 of none.
    mutating func number(_ count: Int) throws(PhotoCleaner.Damaged) -> Int {
        guard count <= rest.count else { throw PhotoCleaner.Damaged() }
        let value = rest.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard value <= UInt64(Int.max) else { throw PhotoCleaner.Damaged() }
        rest = rest.dropFirst(count)
        return Int(value)
    }

    mutating func word() throws(PhotoCleaner.Damaged) -> String {
        guard rest.count >= 4 else { throw PhotoCleaner.Damaged() }
        defer { rest = rest.dropFirst(4) }
        return String(decoding: rest.prefix(4), as: UTF8.self)
    }

    mutating func skip(_ count: Int) throws(PhotoCleaner.Damaged) {
        guard count <= rest.count else { throw PhotoCleaner.Damaged() }
        rest = rest.dropFirst(count)
    }

    /// The next box; one of size 0, to the file's end, is partial.
    mutating func next() throws(PhotoCleaner.Damaged) -> Next {
        guard rest.count >= 8 else { return .none }
        let start = rest.startIndex
        var header = self
        var size = try header.number(4)
        let type = try header.word()
        if size == 1 {
            guard rest.count >= 16 else { return .none }
            size = try header.number(8)
        }
        guard size != 0 else { return .partial(nil) }
        guard size >= header.rest.startIndex - start else { throw PhotoCleaner.Damaged() }
        guard size <= rest.count else { return .partial(size) }
        let content = header.rest.startIndex..<start + size
        rest = rest.dropFirst(size)
        return .whole(Box(type: type, size: size, content: content))
    }
}
