/// Which way is up in a picture: the one tag of Exif that is kept (CIPA DC-008, 4.6.5.1.6), 1 to 8.
package enum PhotoOrientation {
    /// As it was stored.
    package static let upright: UInt16 = 1

    /// Of a TIFF header and what follows it; nil when it says none.
    package static func read(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        var tiff = bytes
        if tiff.starts(with: exif) { tiff = tiff.dropFirst(exif.count) }
        let isLittle = tiff.starts(with: [0x49, 0x49, 0x2A, 0x00])
        guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
        func number(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, offset <= tiff.count - count else { return nil }
            let part = tiff[tiff.startIndex + offset..<tiff.startIndex + offset + count]
            return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
        for entry in 0..<count {
            let start = directory + 2 + 12 * entry
            guard let tag = number(start, 2) else { return nil }
            guard tag == 0x0112 else { continue }
            guard number(start + 2, 2) == 3, number(start + 4, 4) == 1, let value = number(start + 8, 2), (1...8).contains(value) else { return nil }
            return UInt16(value)
        }
        return nil
    }

    /// What precedes the TIFF header in a JPEG.
    package static let exif: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
    /// Bytes of `tiff`.
    package static let size = 26
    /// Bytes of Exif in a chunk of its own: a longer one is not read, and goes.
    static let mostExif = 64 << 10

    /// A TIFF header, and a directory with this one tag.
    package static func tiff(_ orientation: UInt16) -> [UInt8] {
        [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
    }
}
