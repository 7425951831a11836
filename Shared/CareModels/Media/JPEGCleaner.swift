/// Of a JPEG (ITU-T T.81, annex B): the picture's own segments, JFIF's and Adobe's header and the colour profile pass, and of Exif the orientation. Other
/// application segments, comments, and what follows the picture's end (more pictures, a film) go.
struct JPEGCleaner: Sendable {
    private enum Place { case segments, scan, ended }

    private var place = Place.segments
    /// A segment that is not whole yet.
    private var held: [UInt8] = []
    private var hasOrientation = false

    mutating func take(_ bytes: [UInt8], into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        held.append(contentsOf: bytes)
        var position = 0
        var isWaiting = false
        while !isWaiting {
            let before = (position, place)
            switch place {
            case .segments: try takeSegment(&position, into: &out)
            case .scan: takeScan(&position, into: &out)
            case .ended: position = held.count
            }
            isWaiting = before == (position, place)
        }
        held.removeFirst(position)
    }

    /// Moves on behind a marker with what belongs to it, once it is whole.
    private mutating func takeSegment(_ position: inout Int, into out: inout [UInt8]) throws(PhotoCleaner.Damaged) {
        guard position + 2 <= held.count else { return }
        guard held[position] == 0xFF else { throw PhotoCleaner.Damaged() }
        switch held[position + 1] {
        case 0xFF:
            // Filling.
            position += 1
        case 0x01, 0xD0...0xD8:
            out += held[position..<position + 2]
            position += 2
        case 0xD9:
            out += held[position..<position + 2]
            position += 2
            place = .ended
        case 0x00...0xBF:
            throw PhotoCleaner.Damaged()
        case let code:
            guard position + 4 <= held.count else { return }
            let length = Int(held[position + 2]) << 8 | Int(held[position + 3])
            guard length >= 2 else { throw PhotoCleaner.Damaged() }
            let end = position + 2 + length
            guard end <= held.count else { return }
            keep(code, held[position + 4..<end], into: &out)
            if code == 0xDA { place = .scan }
            position = end
        }
    }

    private mutating func keep(_ code: UInt8, _ content: ArraySlice<UInt8>, into out: inout [UInt8]) {
        switch code {
        case 0xE0:
            // Without its thumbnail.
            guard content.starts(with: Array("JFIF\0".utf8)), content.count >= 14 else { return }
            write(code, content.prefix(12) + [0, 0], into: &out)
        case 0xE1:
            guard !hasOrientation, content.starts(with: PhotoOrientation.exif) else { return }
            guard let orientation = PhotoOrientation.read(content), orientation != PhotoOrientation.upright else { return }
            hasOrientation = true
            write(code, (PhotoOrientation.exif + PhotoOrientation.tiff(orientation))[...], into: &out)
        case 0xE2:
            if content.starts(with: Array("ICC_PROFILE\0".utf8)) { write(code, content, into: &out) }
        case 0xEE:
            if content.starts(with: Array("Adobe".utf8)), content.count >= 12 { write(code, content.prefix(12), into: &out) }
        case 0xE0...0xEF, 0xFE:
            break
        default:
            write(code, content, into: &out)
        }
    }

    private func write(_ code: UInt8, _ content: ArraySlice<UInt8>, into out: inout [UInt8]) {
        let length = content.count + 2
        out += [0xFF, code, UInt8(length >> 8), UInt8(length & 0xFF)]
        out += content
    }

    /// Moves on up to a marker: what is coded may hold 0xFF with a zero behind it, and marks to restart from.
    private mutating func takeScan(_ position: inout Int, into out: inout [UInt8]) {
        let start = position
        while let mark = held[position...].firstIndex(of: 0xFF) {
            position = mark
            guard mark + 1 < held.count else { break }
            switch held[mark + 1] {
            case 0x00, 0xD0...0xD7: position = mark + 2
            default:
                place = .segments
                out += held[start..<mark]
                return
            }
        }
        if position == held.count || held[position] != 0xFF { position = held.count }
        out += held[start..<position]
    }
}
