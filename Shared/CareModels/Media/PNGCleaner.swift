/// Of a PNG (W3C, third edition): the chunks that make the picture, its colours, its size and its animation pass, and of Exif the orientation. Texts, the
/// time, private chunks, and what follows the picture's end go.
struct PNGCleaner: Sendable {
    private enum Place: Equatable {
        case signature, header
        /// So many bytes of a chunk, its checksum included.
        case passing(Int)
        case skipping(Int)
        case exif(Int)
        case ended
    }

    private var place = Place.signature
    /// A header, or Exif, that is not whole yet.
    private var held: [UInt8] = []
    private var hasOrientation = false

    private static let kept: Set = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "hIST", "pHYs", "sPLT", "acTL",
        "fcTL", "fdAT"
    ]

    mutating func take(_ bytes: [UInt8], into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch place {
            case .signature:
                guard held.fill(to: 8, from: &rest) else { return }
                out += held
                place = .header
            case .header:
                guard held.fill(to: 8, from: &rest) else { return }
                try begin(into: &out)
            case .passing(let count):
                let part = rest.prefix(count)
                out += part
                rest = rest.dropFirst(part.count)
                place = part.count == count ? .header : .passing(count - part.count)
            case .skipping(let count):
                let skipped = min(count, rest.count)
                rest = rest.dropFirst(skipped)
                place = skipped == count ? .header : .skipping(count - skipped)
            case .exif(let count):
                guard held.fill(to: count, from: &rest) else { return }
                keepOrientation(into: &out)
                place = .header
            case .ended:
                return
            }
            if place == .header || place == .ended { held = [] }
        }
    }

    /// A chunk, by its header.
    private mutating func begin(into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        let length = held[0..<4].reduce(0) { $0 << 8 | Int($1) }
        guard length < 1 << 31 else { throw PhotoCleaner.Damaged() }
        let type = String(decoding: held[4..<8], as: UTF8.self)
        if type == "IEND" {
            out += Self.chunk("IEND", [])
            place = .ended
        } else if Self.kept.contains(type) {
            out += held
            place = .passing(length + 4)
        } else if type == "eXIf", !hasOrientation, length <= PhotoOrientation.mostExif {
            place = .exif(length + 4)
        } else {
            place = .skipping(length + 4)
        }
        held = []
    }

    private mutating func keepOrientation(into out: inout [UInt8]) {
        guard let orientation = PhotoOrientation.read(held.dropLast(4)), orientation != PhotoOrientation.upright else { return }
        hasOrientation = true
        out += Self.chunk("eXIf", PhotoOrientation.tiff(orientation))
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return number(UInt32(content.count)) + checked + number(checksum(checked))
    }

    private static func number(_ value: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

    /// CRC-32 (ISO 3309), of a few bytes.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
