/// Walks the boxes of an ISO base media file (ISO/IEC 14496-12) as they pass by, to the movie header inside `moov`, wherever it
/// stands: at the front, or behind gigabytes of sound and pictures.
package struct MovieBoxes: Sendable {
    package private(set) var durationMilliseconds: Int?
    /// Bytes of the present box that are passed over.
    private var skipping = 0
    /// What came of a header that is not whole yet, or of the movie header's box.
    private var kept: [UInt8] = []
    private var isDone = false

    package init() {}

    package mutating func take(_ bytes: [UInt8]) {
        guard !isDone else { return }
        var rest = bytes[...]
        while !rest.isEmpty, !isDone {
            if skipping > 0 {
                let passed = min(skipping, rest.count)
                skipping -= passed
                rest = rest.dropFirst(passed)
                continue
            }
            // A header has 8 or 16 bytes, `mvhd` at most 120.
            let wanted = max(1, 136 - kept.count)
            kept.append(contentsOf: rest.prefix(wanted))
            rest = rest.dropFirst(wanted)
            if kept.count >= 136 || rest.isEmpty { step() }
        }
    }

    /// Takes as many boxes as are kept whole.
    private mutating func step() {
        while !isDone, skipping == 0, kept.count >= 8 {
            var size = number(0, 4)
            var header = 8
            if size == 1 {
                guard kept.count >= 16 else { return }
                size = number(8, 8)
                header = 16
            }
            switch String(decoding: kept[4..<8], as: UTF8.self) {
            case "moov":
                // What is inside follows.
                kept.removeFirst(header)
            case "mvhd":
                guard kept.count >= header + 32 || kept.count >= 136 else { return }
                readMovieHeader(header)
                isDone = true
            default:
                // 0: to the end of the file. Less than its header, or beyond reason: no such file.
                guard size >= header, size < 1 << 50 else {
                    isDone = true
                    return
                }
                let present = min(size, kept.count)
                kept.removeFirst(present)
                skipping = size - present
            }
        }
    }

    private mutating func readMovieHeader(_ header: Int) {
        let isLong = kept.count > header && kept[header] == 1
        let timescale = number(header + (isLong ? 20 : 12), 4)
        let duration = number(header + (isLong ? 24 : 16), isLong ? 8 : 4)
        guard timescale > 0, duration > 0, duration < 1 << 50, duration != 0xFFFF_FFFF else { return }
        durationMilliseconds = Int(Double(duration) * 1000 / Double(timescale))
    }

    /// Big-endian; 0 beyond what is kept; at most 2⁶³ − 1.
    private func number(_ offset: Int, _ count: Int) -> Int {
        guard offset + count <= kept.count else { return 0 }
        let value = kept[offset..<offset + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(min(value, UInt64(Int.max)))
    }
}
