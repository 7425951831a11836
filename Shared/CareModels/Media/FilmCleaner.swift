/// Of a film (MP4 or QuickTime: ISO/IEC 14496-12): what says where and with what it was taken (user data such as `©xyz` and `loci`, metadata, XMP) becomes
/// free space of the same length, since what is where in the file stands in it as numbers; and instants of its making become zero. Sound and pictures
/// pass as they are, and so does which way is up.
///
/// What is held is a box's header, and of the boxes that it is in, their ends. A track of positions among the pictures (a camera's telemetry) is not seen.
struct FilmCleaner: Sendable {
    /// What others are looked for in.
    private static let containers: Set = ["moov", "trak", "mdia", "moof", "traf"]
    private static let cleared: Set = ["udta", "meta", "uuid", "free", "skip"]
    /// They begin with a version, flags and two instants, of four or of eight bytes each.
    private static let dated: Set = ["mvhd", "tkhd", "mdhd"]
    private static let dates = 20
    private static let deepest = 8
    private static let longest = 1 << 50

    /// A header that is not whole yet.
    private var held: [UInt8] = []
    /// In the file, of what is held or comes next.
    private var position = 0
    /// Of the boxes that it is in, the innermost last.
    private var ends: [Int] = []
    /// Bytes of the present box that are passed on, or zeros in their place.
    private var left = 0
    private var isKept = true

    mutating func take(_ bytes: [UInt8], into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        var rest = bytes[...]
        while !rest.isEmpty {
            if left > 0 {
                let part = rest.prefix(left)
                if isKept { out += part } else { out += repeatElement(0, count: part.count) }
                (left, position) = (left - part.count, position + part.count)
                rest = rest.dropFirst(part.count)
                continue
            }
            while let end = ends.last, position >= end { ends.removeLast() }
            // QuickTime ends some lists with a zero.
            if let end = ends.last, end - position < 8 {
                (left, isKept) = (end - position, true)
                continue
            }
            let part = rest.prefix(wanted - held.count)
            held += part
            rest = rest.dropFirst(part.count)
            if held.count == wanted { try begin(into: &out) }
        }
    }

    private var type: String { String(decoding: held[4..<8], as: UTF8.self) }

    /// Of the header: 8 bytes, or 16 where its size takes 8.
    private var length: Int { held[0..<4].elementsEqual([0, 0, 0, 1]) ? 16 : 8 }

    /// The box's, once its header is whole; 0: to the end of what it is in.
    private func size() throws(PhotoCleaner.Damaged) -> Int {
        var header = BoxReader(held[...])
        let short = try header.number(4)
        guard short == 1 else { return short }
        try header.skip(4)
        return try header.number(8)
    }

    /// How much of a header has to be held, as far as that is known.
    private var wanted: Int {
        guard held.count >= 8, held.count >= length else { return held.count < 8 ? 8 : length }
        guard Self.dated.contains(type), let size = try? size(), size >= length + Self.dates else { return length }
        return length + Self.dates
    }

    private mutating func begin(into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        let (size, type, length) = (try size(), type, length)
        guard size == 0 || (length...Self.longest).contains(size) else { throw PhotoCleaner.Damaged() }
        let end = size == 0 ? ends.last ?? Int.max : position + size
        guard end <= ends.last ?? Int.max else { throw PhotoCleaner.Damaged() }
        // In a box there is none of that kind, so that nobody knows what is in it.
        isKept = !Self.cleared.contains(type) && (size > 0 || ends.isEmpty)
        if !isKept { held.replaceSubrange(4..<8, with: "free".utf8) }
        if held.count > length { held.replaceSubrange(length + 4..<length + (held[length] == 1 ? 20 : 12), with: repeatElement(0, count: held[length] == 1 ? 16 : 8)) }
        out += held
        position += held.count
        held = []
        if isKept, size > 0, Self.containers.contains(type), ends.count < Self.deepest {
            ends.append(end)
        } else {
            left = end - position
        }
    }
}
