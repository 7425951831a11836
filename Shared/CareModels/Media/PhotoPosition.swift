/// Whether a picture says where it was taken: by the latitude in its Exif (CIPA DC-008, 4.6.6), or in its XMP.
package enum PhotoPosition {
    /// So many places that look like Exif are looked at.
    private static let most = 16
    private static let xmp = Array("GPSLatitude".utf8)

    package static func isTold(in bytes: [UInt8]) -> Bool {
        if contains(xmp, in: bytes) { return true }
        var tries = 0
        var place = 0
        while tries < most, let start = header(in: bytes, from: place) {
            if hasLatitude(bytes[start...]) { return true }
            tries += 1
            place = start + 4
        }
        return false
    }

    private static func contains(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
        var place = 0
        while let start = bytes[place...].firstIndex(of: wanted[0]) {
            if bytes[start...].starts(with: wanted) { return true }
            place = start + 1
        }
        return false
    }

    /// Where a TIFF's header stands: `II*`, `MM*`.
    private static func header(in bytes: [UInt8], from place: Int) -> Int? {
        var star = place
        while let found = bytes[star...].firstIndex(of: 0x2A) {
            if found >= place + 2, bytes[found - 2] == 0x49, bytes[found - 1] == 0x49, found + 1 < bytes.count, bytes[found + 1] == 0 { return found - 2 }
            if found >= place + 3, bytes[found - 3] == 0x4D, bytes[found - 2] == 0x4D, bytes[found - 1] == 0 { return found - 3 }
            star = found + 1
        }
        return nil
    }

    private static func hasLatitude(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let tiff = TIFF(bytes), let first = tiff.firstDirectory else { return false }
        func value(_ tag: Int, of directory: Int) -> Int? { tiff.entry(tag, of: directory).flatMap { tiff.number($0 + 8, 4) } }
        guard let position = value(34853, of: first) else { return false }
        return value(2, of: position) != nil
    }
}
