/// Finds in a TIFF (TIFF 6.0) what tells more than the picture shows: where and when it was taken, with what, by whom. Its directories may be anywhere in the file, and lead to
/// values anywhere else, so that it cannot be cleaned as it passes by: whoever has the bytes gives those that are wanted, one range after the other, and writes the edits
/// in the end. Nothing moves: directories are written again in their places, without those entries, and what these led to is zeroed.
package struct TIFFCleaner: Sendable {
    /// `bytes` at an offset, or zeros.
    package struct Edit: Equatable, Sendable {
        package var range: Range<Int>
        package var bytes: [UInt8]?
    }

    /// Of the file.
    package static let header = 8
    private static let mostDirectories = 256
    private static let mostEntries = 20_000

    private enum Wanted: Sendable {
        /// A directory's number of entries; `isGone`: all of it tells more.
        case count(Int, isGone: Bool)
        case entries(Int, count: Int, isGone: Bool)
        /// Of several directories.
        case places(Range<Int>)
    }

    private let isLittle: Bool
    private let size: Int
    private var waiting: [Wanted] = []
    private var seen: Set<Int> = []
    private var entries = 0
    private var places = 0
    private var written: [Edit] = []
    private var zeroed: [Range<Int>] = []

    /// In the order in which they are to be made. Each byte is zeroed once, however many entries lead to it.
    package var edits: [Edit] {
        var merged: [Range<Int>] = []
        for range in zeroed.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged.map { Edit(range: $0, bytes: nil) } + written
    }

    /// - Parameter header: the file's first eight bytes. Nil: it is none.
    package init?(header: [UInt8], size: Int) throws(PhotoCleaner.Damaged) {
        isLittle = header.starts(with: [0x49, 0x49, 0x2A, 0x00])
        guard header.count >= Self.header, isLittle || header.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
        self.size = size
        try expect(number(header, 4, 4), isGone: false)
    }

    /// What has to be read next; nil: nothing more.
    package var wanted: Range<Int>? {
        switch waiting.last {
        case .count(let place, _): place..<place + 2
        case .entries(let place, let count, _): place + 2..<place + 6 + 12 * count
        case .places(let range): range
        case nil: nil
        }
    }

    /// The bytes of `wanted`.
    package mutating func take(_ bytes: [UInt8]) throws(PhotoCleaner.Damaged) {
        switch waiting.popLast() {
        case .count(let place, let isGone):
            let count = number(bytes, 0, 2)
            entries += count
            guard entries <= Self.mostEntries, place + 6 + 12 * count <= size else { throw PhotoCleaner.Damaged() }
            waiting.append(.entries(place, count: count, isGone: isGone))
        case .entries(let place, let count, let isGone): try takeEntries(bytes, place, count, isGone: isGone)
        case .places:
            for offset in stride(from: 0, to: bytes.count - 3, by: 4) { try expect(number(bytes, offset, 4), isGone: false) }
        case nil: break
        }
    }

    /// A directory; 0 is none, and each is looked at once.
    private mutating func expect(_ place: Int, isGone: Bool) throws(PhotoCleaner.Damaged) {
        if place == 0 { return }
        guard place >= Self.header, place + 2 <= size, seen.count < Self.mostDirectories else { throw PhotoCleaner.Damaged() }
        if seen.insert(place).inserted { waiting.append(.count(place, isGone: isGone)) }
    }

    private mutating func takeEntries(_ bytes: [UInt8], _ place: Int, _ count: Int, isGone: Bool) throws(PhotoCleaner.Damaged) {
        var kept: [UInt8] = []
        for index in 0..<count {
            let entry = Array(bytes[12 * index..<12 * (index + 1)])
            let tag = number(entry, 0, 2)
            if isGone || Self.telling.contains(tag) {
                try drop(entry, tag)
            } else {
                kept += entry
                if tag == Self.subdirectories { try follow(entry) }
            }
        }
        try expect(number(bytes, 12 * count, 4), isGone: isGone)
        let left = kept.count / 12
        guard left < count else { return }
        // The next directory's place stands behind the last entry.
        let length = 6 + 12 * count
        var directory: [UInt8] = isGone ? [] : numbered(left)
        if !isGone { directory += kept + Array(bytes[(12 * count)...]) }
        directory += [UInt8](repeating: 0, count: length - directory.count)
        written.append(Edit(range: place..<place + length, bytes: directory))
    }

    private mutating func drop(_ entry: [UInt8], _ tag: Int) throws(PhotoCleaner.Damaged) {
        let (count, value) = (length(of: entry), number(entry, 8, 4))
        if Self.directories.contains(tag) { return try expect(value, isGone: true) }
        guard count > 4, value >= Self.header, value < size else { return }
        zeroed.append(value..<min(value + count, size))
    }

    private mutating func follow(_ entry: [UInt8]) throws(PhotoCleaner.Damaged) {
        let (count, value) = (length(of: entry), number(entry, 8, 4))
        if count <= 4 { return try expect(value, isGone: false) }
        places += 1
        guard places <= Self.mostDirectories, count <= 4 * Self.mostDirectories, value + count <= size else { throw PhotoCleaner.Damaged() }
        waiting.append(.places(value..<value + count))
    }

    /// Of its values, in bytes.
    private func length(of entry: [UInt8]) -> Int {
        let sizes = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
        let type = number(entry, 2, 2)
        return number(entry, 4, 4) * (sizes.indices.contains(type) ? sizes[type] : 1)
    }

    private func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        let part = bytes[offset..<offset + count]
        return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }

    private func numbered(_ count: Int) -> [UInt8] {
        let bytes = [UInt8(count >> 8), UInt8(count & 0xFF)]
        return isLittle ? bytes.reversed() : bytes
    }

    private static let subdirectories = 330
    /// Exif, GPS, and what Exif leads to.
    private static let directories: Set<Int> = [34665, 34853, 40965]
    /// Make, model, program, time, names, XMP, IPTC, Photoshop, Exif, GPS, and what cameras and DNG write beside.
    private static let telling: Set<Int> = [
        271, 272, 305, 306, 315, 316, 700, 33432, 33723, 34377, 34665, 34853, 36867, 36868, 37500, 37510, 37724, 40965, 42032, 42033, 42034, 42035, 42036, 42037, 50341,
        50708, 50735, 50740, 50827, 50971
    ]
}

extension TIFFCleaner {
    /// Of a file that is in memory; one that is none stays as it is.
    package static func clean(_ bytes: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        guard var cleaner = try TIFFCleaner(header: Array(bytes.prefix(header)), size: bytes.count) else { return }
        while let wanted = cleaner.wanted { try cleaner.take(Array(bytes[wanted])) }
        for edit in cleaner.edits { edit.write(to: &bytes, at: 0) }
    }
}

extension TIFFCleaner.Edit {
    /// Into a part of the file that begins at `start`.
    package func write(to part: inout [UInt8], at start: Int) {
        let common = range.clamped(to: start..<start + part.count)
        for place in common { part[place - start] = bytes.map { $0[place - range.lowerBound] } ?? 0 }
    }
}
