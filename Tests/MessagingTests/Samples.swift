import Foundation

/// Small real files, byte by byte.
enum Samples {
    /// 3 × 2 pixels, red.
    static let png = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg==
                """)!)

    /// One page that says `text`.
    static func pdf(_ text: String) -> [UInt8] {
        Array("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% \(text)\ntrailer<</Root 1 0 R>>\n%%EOF\n".utf8)
    }

    /// 8000 samples a second, one byte each, for so many milliseconds.
    static func wav(milliseconds: Int) -> [UInt8] {
        let count = 8 * milliseconds
        func little(_ number: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        var bytes = Array("RIFF".utf8)
        bytes += little(36 + count, 4)
        bytes += Array("WAVEfmt ".utf8)
        for (number, size) in [(16, 4), (1, 2), (1, 2), (8000, 4), (8000, 4), (1, 2), (8, 2)] { bytes += little(number, size) }
        bytes += Array("data".utf8)
        bytes += little(count, 4)
        return bytes + [UInt8](repeating: 0x80, count: count)
    }

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let size = UInt32(8 + content.count)
        return withUnsafeBytes(of: size.bigEndian, Array.init) + Array(type.utf8) + content
    }

    /// A movie's boxes, with its header at the front or behind `bytes` of pictures.
    static func mp4(milliseconds: UInt32, bytes: Int, headerFirst: Bool) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 100)
        header.replaceSubrange(12..<16, with: withUnsafeBytes(of: UInt32(1000).bigEndian, Array.init))
        header.replaceSubrange(16..<20, with: withUnsafeBytes(of: milliseconds.bigEndian, Array.init))
        var brands = Array("isom".utf8)
        brands += [0, 0, 2, 0]
        brands += Array("isomiso2mp41".utf8)
        let type = box("ftyp", brands)
        let movie = box("moov", box("mvhd", header))
        let data = box("mdat", (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        return type + (headerFirst ? movie + data : data + movie)
    }

    /// The beginning of a JPEG of 640 × 480, behind an embedded thumbnail's segment.
    static let jpeg: [UInt8] = {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0x10, 0x02]
        bytes += [UInt8](repeating: 0x42, count: 0x1000)
        bytes += [0xFF, 0xC0, 0x00, 0x11, 0x08, 0x01, 0xE0, 0x02, 0x80, 0x03, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xD9]
        return bytes
    }()
}
