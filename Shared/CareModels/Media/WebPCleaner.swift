/// Of a WebP (RFC 9649): the chunks that make the picture, its colours and its animation pass, and of Exif the orientation. Everything else is made a
/// chunk of zeros, as long as it was, since the file's length stands at its beginning. What follows its end goes.
struct WebPCleaner: Sendable {
    private enum Place: Equatable {
        case file, header
        /// So many bytes of a chunk, its filling included.
        case passing(Int)
        case clearing(Int)
        case features(Int)
        case exif(length: Int, Int)
        case ended
    }

    private var place = Place.file
    /// A header, or a small chunk, that is not whole yet.
    private var held: [UInt8] = []
    /// Bytes of the file by its own account.
    private var left = 0

    private static let kept: Set = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
    /// Readers pass over it, as over all that they do not know.
    private static let cleared = Array("JUNK".utf8)
    /// Says in the features that there is XMP.
    private static let xmp: UInt8 = 0x04

    mutating func take(_ bytes: [UInt8], into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch place {
            case .file:
                guard held.fill(to: 12, from: &rest) else { return }
                left = number(4)
                guard left >= 4 else { throw PhotoCleaner.Damaged() }
                left -= 4
                out += held
                next()
            case .header:
                guard held.fill(to: 8, from: &rest) else { return }
                try begin(into: &out)
            case .passing(let count):
                let part = rest.prefix(count)
                out += part
                rest = rest.dropFirst(part.count)
                if part.count == count { next() } else { place = .passing(count - part.count) }
            case .clearing(let count):
                let part = min(count, rest.count)
                out += [UInt8](repeating: 0, count: part)
                rest = rest.dropFirst(part)
                if part == count { next() } else { place = .clearing(count - part) }
            case .features(let count):
                guard held.fill(to: count, from: &rest) else { return }
                if !held.isEmpty { held[0] &= ~Self.xmp }
                out += held
                next()
            case .exif(let length, let count):
                guard held.fill(to: count, from: &rest) else { return }
                let tiff = PhotoOrientation.tiff(PhotoOrientation.read(held.prefix(length)) ?? PhotoOrientation.upright)
                out += tiff
                out += [UInt8](repeating: 0, count: count - tiff.count)
                next()
            case .ended:
                return
            }
        }
    }

    private mutating func next() {
        held = []
        place = left >= 8 ? .header : .ended
    }

    private func number(_ offset: Int) -> Int { held[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) } }

    /// A chunk, by its header; the last one may lack its filling.
    private mutating func begin(into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        let (name, length) = (String(decoding: held[0..<4], as: UTF8.self), number(4))
        left -= 8
        guard length <= left else { throw PhotoCleaner.Damaged() }
        let count = min(length + length % 2, left)
        left -= count
        let size = Array(held[4..<8])
        held = []
        if Self.kept.contains(name) {
            out += Array(name.utf8) + size
            place = .passing(count)
        } else if name == "VP8X" {
            guard (10...64).contains(length) else { throw PhotoCleaner.Damaged() }
            out += Array(name.utf8) + size
            place = .features(count)
        } else if name == "EXIF", (PhotoOrientation.size...PhotoOrientation.mostExif).contains(length) {
            out += Array(name.utf8) + size
            place = .exif(length: length, count)
        } else {
            out += Self.cleared + size
            place = .clearing(count)
        }
        if count == 0 { next() }
    }
}
