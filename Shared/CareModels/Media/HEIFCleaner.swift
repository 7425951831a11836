/// Of a HEIF picture (ISO/IEC 23008-12), HEIC or AVIF: items of Exif and XMP, and boxes that make no picture, are overwritten with zeros, since what is
/// where in the file stands in it as numbers. Which way is up is a property of the picture here, and stays.
///
/// The metadata (`meta`) has to come before the picture's bytes, as cameras write it, and a film among pictures (`moov`) is not taken: what cannot be
/// cleaned as it passes by is refused.
struct HEIFCleaner: Sendable {
    private enum Place: Equatable {
        case header
        /// So many bytes of a box; nil: to the file's end.
        case payload(isKept: Bool, Int?)
    }

    /// The metadata, and what comes before it, is at most so long.
    private static let mostMeta = 1 << 20

    /// Whether the metadata was read.
    private(set) var isKnown = false
    private var place = Place.header
    /// All until the metadata is known, then a header that is not whole yet.
    private var held: [UInt8] = []
    /// In the file, of what comes next.
    private var position = 0
    private var cleared: [Range<Int>] = []
    private var hasMeta = false
    /// Of what is held, the boxes that were looked at: bytes may come a few at a time.
    private var walked = 0

    mutating func take(_ bytes: [UInt8], into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        if isKnown { return try pass(bytes, into: &out) }
        held += bytes
        guard let meta = try metadata() else {
            guard held.count <= 2 * Self.mostMeta else { throw PhotoCleaner.Damaged() }
            return
        }
        // Each byte once: items may be said to lie all in the same place, sixty times.
        cleared = try HEIFMetadata(held[meta]).cleared.united
        isKnown = true
        let all = held
        held = []
        try pass(all, into: &out)
    }

    /// Where the content of `meta` is, once it is whole.
    private mutating func metadata() throws(PhotoCleaner.Damaged) -> Range<Int>? {
        var boxes = BoxReader(held[walked...])
        while true {
            switch try boxes.next() {
            case .whole(let box):
                guard box.type != "mdat", box.size <= Self.mostMeta, box.content.upperBound <= 2 * Self.mostMeta else { throw PhotoCleaner.Damaged() }
                if box.type == "meta" { return box.content }
                walked = box.content.upperBound
            case .partial(let size):
                guard let size, size <= Self.mostMeta else { throw PhotoCleaner.Damaged() }
                return nil
            case .none: return nil
            }
        }
    }

    private mutating func pass(_ bytes: [UInt8], into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch place {
            case .header:
                let size = held.count >= 8 && held[0..<4].elementsEqual([0, 0, 0, 1]) ? 16 : 8
                let part = rest.prefix(size - held.count)
                held += part
                rest = rest.dropFirst(part.count)
                guard held.count == size else { continue }
                try begin(into: &out)
            case .payload(let isKept, let left):
                let part = rest.prefix(left ?? rest.count)
                put(part, isKept: isKept, into: &out)
                rest = rest.dropFirst(part.count)
                place = part.count == left ? .header : .payload(isKept: isKept, left.map { $0 - part.count })
            }
        }
    }

    /// A box, by its header.
    private mutating func begin(into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        var header = BoxReader(held[...])
        let short = try header.number(4)
        if short == 1, held.count == 8 { return }
        _ = try header.number(4)
        let size = short == 1 ? try header.number(8) : short
        guard size == 0 || size >= held.count else { throw PhotoCleaner.Damaged() }
        let type = String(decoding: held[4..<8], as: UTF8.self)
        // A second one was not read.
        guard type != "moov", type != "meta" || !hasMeta else { throw PhotoCleaner.Damaged() }
        hasMeta = hasMeta || type == "meta"
        out += held
        position += held.count
        let left = size == 0 ? nil : size - held.count
        held = []
        place = left == 0 ? .header : .payload(isKept: ["ftyp", "meta", "mdat"].contains(type), left)
    }

    private mutating func put(_ part: ArraySlice<UInt8>, isKept: Bool, into out: inout [UInt8]) {
        let (start, end) = (position, position + part.count)
        position = end
        guard isKept else { return out += [UInt8](repeating: 0, count: part.count) }
        let shift = out.count - start
        out += part
        for range in cleared where range.overlaps(start..<end) {
            for place in range.clamped(to: start..<end) { out[place + shift] = 0 }
        }
    }
}
