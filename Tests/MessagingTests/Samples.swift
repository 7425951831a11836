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

    /// A film as phones write one: with `told` wherever they say where it was taken, and when; `isClean`: as it is to be afterwards, with nothing in that place.
    static func film(_ brand: String, _ told: [UInt8], isClean: Bool = false) -> [UInt8] {
        func telling(_ type: String, _ content: [UInt8]) -> [UInt8] { isClean ? box("free", [UInt8](repeating: 0, count: content.count)) : box(type, content) }
        func dated(_ type: String, long: Bool = false) -> [UInt8] {
            var content = [UInt8](repeating: 0, count: 112)
            content.replaceSubrange(0..<4, with: [long ? 1 : 0, 0, 0, 7])
            if !isClean { content.replaceSubrange(4..<(long ? 20 : 12), with: [UInt8](repeating: 0xD7, count: long ? 16 : 8)) }
            content.replaceSubrange(long ? 20..<24 : 12..<16, with: big(1000, 4))
            content.replaceSubrange(long ? 24..<32 : 16..<20, with: big(12_345, long ? 8 : 4))
            return box(type, content)
        }
        let place = telling("udta", box("xyz ", told) + box("loci", told) + [0, 0, 0, 0])
        let track = box("trak", joined(dated("tkhd"), telling("meta", told), place, box("mdia", dated("mdhd", long: true) + box("minf", Array("kept".utf8)))))
        let movie = joined(dated("mvhd"), track, place, telling("meta", told), [0, 0, 0, 0])
        // A size of eight bytes, and one to the file's end.
        let long = joined(big(1, 4), Array("moov".utf8), big(16 + movie.count, 8), movie)
        return joined(
            box("ftyp", Array(brand.utf8) + [0, 0, 2, 0]), telling("uuid", told), telling("free", told), long, box("moof", box("traf", place)),
            joined(big(0, 4), Array("mdat".utf8), [UInt8](repeating: 0x33, count: 300)))
    }

    /// The beginning of a JPEG of 640 × 480, behind a segment that is no picture's.
    static let jpeg: [UInt8] = {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0x10, 0x02]
        bytes += [UInt8](repeating: 0x42, count: 0x1000)
        bytes += [0xFF, 0xC0, 0x00, 0x11, 0x08, 0x01, 0xE0, 0x02, 0x80, 0x03, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xFF, 0xD9]
        return bytes
    }()

    // MARK: Pictures that tell more than they show

    /// Found nowhere in a picture by chance.
    static let position = Array("N49.8951 W97.1384".utf8)

    static func big(_ number: Int, _ bytes: Int) -> [UInt8] { (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    static func small(_ number: Int, _ bytes: Int) -> [UInt8] { big(number, bytes).reversed() }
    static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap { $0 } }

    /// Exif as cameras write it: which way is up, and a position.
    static func exif(_ orientation: Int, isLittle: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ bytes: Int) -> [UInt8] { isLittle ? small(value, bytes) : big(value, bytes) }
        let header = joined(Array((isLittle ? "II" : "MM").utf8), number(42, 2), number(8, 4), number(2, 2))
        let maker = joined(number(0x010F, 2), number(2, 2), number(position.count, 4), number(38, 4))
        let turned = joined(number(0x0112, 2), number(3, 2), number(1, 4), number(orientation, 2), [0, 0])
        return joined(header, maker, turned, number(0, 4), position)
    }

    static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] { joined([0xFF, code], big(content.count + 2, 2), content) }

    /// A baseline JPEG's segments, with what is in its scan.
    static let jpegPicture = joined(
        segment(0xDB, [UInt8](repeating: 1, count: 65)), segment(0xC0, [8, 1, 0xE0, 2, 0x80, 1, 1, 0x11, 0]),
        segment(0xC4, [UInt8](repeating: 0, count: 17)), segment(0xDA, [1, 1, 0, 0, 63, 0]), [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD3, 0x56])

    static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] { joined(big(content.count, 4), Array(type.utf8), content, [1, 2, 3, 4]) }

    static func riffChunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        joined(Array(type.utf8), small(content.count, 4), content, [UInt8](repeating: 0, count: content.count % 2))
    }

    static func webP(_ chunks: [UInt8]...) -> [UInt8] {
        let all = chunks.flatMap { $0 }
        return joined(Array("RIFF".utf8), small(all.count + 4, 4), Array("WEBP".utf8), all)
    }

    /// A picture's item, one of Exif and one of XMP, and their bytes; `shift`: of where the Exif is said to be.
    static func heic(_ exif: [UInt8], shift: Int = 0) -> [UInt8] {
        func entry(_ id: Int, _ type: String) -> [UInt8] { box("infe", joined([2, 0, 0, 0], big(id, 2), [0, 0], Array(type.utf8), [0])) }
        func extent(_ id: Int, _ offset: Int, _ length: Int) -> [UInt8] {
            joined(big(id, 2), [0, 0], big(1, 2), big(offset, 4), big(length, 4))
        }
        let (picture, xmp) = ([UInt8](repeating: 0x77, count: 100), position)
        let file = box("ftyp", joined(Array("heic".utf8), [0, 0, 0, 0], Array("mif1heic".utf8)))
        func meta(_ start: Int) -> [UInt8] {
            let items = joined([0, 0, 0, 0], big(3, 2), entry(1, "hvc1"), entry(2, "Exif"), entry(3, "mime"))
            let (second, third) = (start + picture.count, start + picture.count + exif.count)
            let places = joined(
                [0, 0, 0, 0, 0x44, 0], big(3, 2), extent(1, start, picture.count), extent(2, second + shift, exif.count), extent(3, third, xmp.count))
            return box("meta", joined([0, 0, 0, 0], box("iinf", items), box("iloc", places)))
        }
        let data = box("mdat", joined(picture, exif, xmp))
        return joined(file, meta(file.count + meta(0).count + 8), data, box("uuid", position))
    }
}
