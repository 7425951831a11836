/// The `meta` box of a HEIF picture (ISO/IEC 14496-12, 8.11): where what tells more than the picture shows lies in the file.
struct HEIFMetadata: Sendable {
    /// Bytes of the file.
    private(set) var cleared: [Range<Int>] = []

    /// Pictures have one or two.
    private static let mostRanges = 64
    private static let kept: Set = ["hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat", "grpl", "dinf", "ipro"]

    /// `content` begins where it does in the file.
    init(_ content: ArraySlice<UInt8>) throws(PhotoCleaner.Damaged) {
        var boxes = BoxReader(content)
        _ = try boxes.number(4)
        var (infos, locations, data): (Range<Int>?, Range<Int>?, Range<Int>?) = (nil, nil, nil)
        while case .whole(let box) = try boxes.next() {
            switch box.type {
            case "iinf": infos = box.content
            case "iloc": locations = box.content
            case "idat": data = box.content
            default: if !Self.kept.contains(box.type) { try clear(box.content) }
            }
        }
        guard let infos, let locations else { throw PhotoCleaner.Damaged() }
        try locate(Self.items(content[infos]), content[locations], after: content.endIndex, data: data)
    }

    private mutating func clear(_ range: Range<Int>) throws(PhotoCleaner.Damaged) {
        guard cleared.count < Self.mostRanges else { throw PhotoCleaner.Damaged() }
        cleared.append(range)
    }

    /// The ids of items that are no picture.
    private static func items(_ content: ArraySlice<UInt8>) throws(PhotoCleaner.Damaged) -> Set<Int> {
        var entries = BoxReader(content)
        let version = try entries.number(1)
        _ = try entries.number(version == 0 ? 5 : 7)
        var found: Set<Int> = []
        while case .whole(let box) = try entries.next() {
            guard box.type == "infe" else { continue }
            var entry = BoxReader(content[box.content])
            let version = try entry.number(1)
            // Earlier ones have no type.
            guard version == 2 || version == 3 else { throw PhotoCleaner.Damaged() }
            _ = try entry.number(3)
            let id = try entry.number(version == 2 ? 2 : 4)
            _ = try entry.number(2)
            if ["Exif", "mime", "uri "].contains(try entry.word()) { found.insert(id) }
        }
        return found
    }

    /// `data`: what items in `meta` itself are counted from; `end`: of `meta`.
    private mutating func locate(_ items: Set<Int>, _ content: ArraySlice<UInt8>, after end: Int, data: Range<Int>?) throws(PhotoCleaner.Damaged) {
        var table = BoxReader(content)
        let version = try table.number(1)
        guard version <= 2 else { throw PhotoCleaner.Damaged() }
        _ = try table.number(3)
        let (sizes, more) = (try table.number(1), try table.number(1))
        let (offsetSize, lengthSize, baseSize, indexSize) = (sizes >> 4, sizes & 15, more >> 4, version == 0 ? 0 : more & 15)
        guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else { throw PhotoCleaner.Damaged() }
        for _ in 0..<(try table.number(version == 2 ? 4 : 2)) {
            let id = try table.number(version == 2 ? 4 : 2)
            let method = version == 0 ? 0 : try table.number(2) & 15
            _ = try table.number(2)
            let base = try table.number(baseSize)
            let extents = try table.number(2)
            guard items.contains(id) else {
                try table.skip(extents * (indexSize + offsetSize + lengthSize))
                continue
            }
            for _ in 0..<extents {
                try table.skip(indexSize)
                let (offset, length) = (try table.number(offsetSize), try table.number(lengthSize))
                guard base < 1 << 50, offset < 1 << 50, (1..<1 << 50).contains(length) else { throw PhotoCleaner.Damaged() }
                try clear(Self.place(method, base + offset, length, after: end, data: data))
            }
        }
    }

    private static func place(_ method: Int, _ offset: Int, _ length: Int, after end: Int, data: Range<Int>?) throws(PhotoCleaner.Damaged) -> Range<Int> {
        switch method {
        case 0:
            guard offset >= end else { throw PhotoCleaner.Damaged() }
            return offset..<offset + length
        case 1:
            guard let data, offset + length <= data.count else { throw PhotoCleaner.Damaged() }
            return data.lowerBound + offset..<data.lowerBound + offset + length
        default: throw PhotoCleaner.Damaged()
        }
    }
}
