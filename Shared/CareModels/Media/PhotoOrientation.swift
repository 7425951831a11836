/// Which way is up in a picture: the one tag of Exif that is kept (CIPA DC-008, 4.6.5.1.6), 1 to 8.
package enum PhotoOrientation {
    /// As it was stored.
    package static let upright: UInt16 = 1

    /// Of a TIFF header and what follows it; nil when it says none.
    package static func read(_ bytes: ArraySlice<UInt8>) -> UInt16? {
        let isExif = bytes.starts(with: exif)
        guard let tiff = TIFF(isExif ? bytes.dropFirst(exif.count) : bytes) else { return nil }
        guard let directory = tiff.firstDirectory, let start = tiff.entry(0x0112, of: directory) else { return nil }
        guard tiff.number(start + 2, 2) == 3, tiff.number(start + 4, 4) == 1, let value = tiff.number(start + 8, 2), (1...8).contains(value) else { return nil }
        return UInt16(value)
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
