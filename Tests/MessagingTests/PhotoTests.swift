import CareModels
import Foundation
import Testing

@testable import MessagingService

/// What is taken out of pictures, and what stays.
@Suite struct PhotoTests {
    private static func clean(_ bytes: [UInt8], step: Int? = nil) throws -> [UInt8] {
        var cleaner = PhotoCleaner(try #require(FileType(firstBytes: Array(bytes.prefix(FileType.enough)))))
        let step = step ?? bytes.count
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: step) { out += try cleaner.take(Array(bytes[start..<min(bytes.count, start + step)])) }
        try cleaner.finish()
        return out
    }

    private static func text(_ text: String, _ more: UInt8...) -> [UInt8] { Array(text.utf8) + more }

    private static func jpeg(_ segments: [UInt8]...) -> [UInt8] {
        Samples.joined([0xFF, 0xD8], segments.flatMap { $0 }, Samples.jpegPicture, [0xFF, 0xD9])
    }

    private static let turned = Samples.segment(0xE1, PhotoOrientation.exif + Samples.exif(6))
    private static let pngSignature = Array(Samples.png.prefix(8))
    private static let pngEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    @Test(arguments: [1, 3, 6, 8], [false, true]) func ofExifTheOrientationStays(orientation: Int, isLittle: Bool) throws {
        let exif = PhotoOrientation.exif + Samples.exif(orientation, isLittle: isLittle)
        let tiff = PhotoOrientation.tiff(UInt16(orientation))
        let kept: [UInt8] = orientation == 1 ? [] : Samples.segment(0xE1, PhotoOrientation.exif + tiff)
        #expect(try Self.clean(Self.jpeg(Samples.segment(0xE1, exif))) == Self.jpeg(kept))
        #expect(PhotoOrientation.read(exif[...]) == UInt16(orientation))
        #expect(PhotoOrientation.read(tiff[...]) == UInt16(orientation))
        #expect(tiff.count == PhotoOrientation.size)
    }

    @Test func aJPEGKeepsWhatItsPictureNeeds() throws {
        let jfif = Samples.segment(0xE0, Self.text("JFIF\0", 1, 2, 0, 0, 1, 0, 1, 0, 0))
        let profile = Samples.segment(0xE2, Self.text("ICC_PROFILE\0", 1, 1, 9, 9, 9))
        let adobe = Samples.segment(0xEE, Self.text("Adobe", 0, 100, 0, 0, 0, 0, 1))
        let kept = Self.jpeg(jfif, profile, adobe)
        #expect(try Self.clean(kept) == kept)
        let comment = Samples.segment(0xFE, Samples.position)
        let gone: [[UInt8]] = [
            Samples.segment(0xE1, Self.text("http://ns.adobe.com/xap/1.0/\0") + Samples.position), comment,
            Samples.segment(0xED, Self.text("Photoshop 3.0\0") + Samples.position), Samples.segment(0xE2, Self.text("MPF\0") + Samples.position),
            Samples.segment(0xEB, Samples.position), Samples.segment(0xE0, Self.text("JFXX\0") + Samples.position), [0xFF, 0xFF, 0xFF]
        ]
        #expect(try Self.clean(Self.jpeg(jfif, gone.flatMap { $0 }, profile, adobe) + Samples.position) == kept)
        // Between the scans of a progressive picture, too; and JFIF's header without its thumbnail.
        let thumbnail = Samples.segment(0xE0, Self.text("JFIF\0", 1, 2, 0, 0, 1, 0, 1, 1, 1, 7, 7, 7))
        let progressive = Self.jpeg(thumbnail, Samples.jpegPicture, comment)
        #expect(try Self.clean(progressive) == Self.jpeg(jfif, Samples.jpegPicture))
    }

    @Test func aPNGKeepsWhatItsPictureNeeds() throws {
        #expect(try Self.clean(Samples.png) == Samples.png)
        let header = Samples.chunk("IHDR", [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0])
        let data = Samples.chunk("IDAT", [UInt8](repeating: 5, count: 300))
        let texts = ["tEXt", "iTXt", "zTXt", "tIME", "prVt"].flatMap { Samples.chunk($0, Samples.position) }
        func png(_ parts: [UInt8]...) -> [UInt8] { Samples.joined(Self.pngSignature, header, parts.flatMap { $0 }, Self.pngEnd) }
        #expect(try Self.clean(png(texts, data, texts) + Samples.position) == png(data))
        // Exif is read, and written again with its checksum.
        let exif = Samples.joined([0, 0, 0, 26], Self.text("eXIf"), PhotoOrientation.tiff(6), [0xD6, 0x67, 0x4B, 0x69])
        #expect(try Self.clean(png(Samples.chunk("eXIf", Samples.exif(6)), data)) == png(exif, data))
        #expect(try Self.clean(png(exif, data)) == png(exif, data))
        #expect(try Self.clean(png(Samples.chunk("eXIf", Samples.exif(1)), data)) == png(data))
    }

    @Test func aWebPKeepsItsLength() throws {
        let rest: [UInt8] = [0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0]
        let picture = Samples.riffChunk("VP8 ", [UInt8](repeating: 5, count: 301))
        let exif = Samples.exif(6, isLittle: true)
        let bytes = Samples.webP(
            Samples.riffChunk("VP8X", [0x0C] + rest), picture, Samples.riffChunk("EXIF", exif), Samples.riffChunk("XMP ", Samples.position))
        let cleaned = try Self.clean(bytes + Samples.position)
        let orientation = PhotoOrientation.tiff(6) + [UInt8](repeating: 0, count: exif.count - PhotoOrientation.size)
        let nothing = [UInt8](repeating: 0, count: Samples.position.count)
        let expected = Samples.webP(
            Samples.riffChunk("VP8X", [0x08] + rest), picture, Samples.riffChunk("EXIF", orientation), Samples.riffChunk("JUNK", nothing))
        #expect(cleaned == expected)
        #expect(try Self.clean(cleaned) == cleaned)
        #expect(try Self.clean(Samples.webP(picture)) == Samples.webP(picture))
    }

    @Test func aHEICKeepsItsPlaces() throws {
        let exif = [0, 0, 0, 0] + Samples.exif(6)
        let bytes = Samples.heic(exif)
        let cleaned = try Self.clean(bytes)
        // Nothing else changed.
        var expected = bytes
        for place in bytes.ranges(of: exif) + bytes.ranges(of: Samples.position) {
            for index in place { expected[index] = 0 }
        }
        #expect(cleaned == expected)
        #expect(cleaned.ranges(of: Samples.position).isEmpty)
        #expect(try Self.clean(cleaned) == cleaned)
    }

    /// Where and with what it was taken is zeros of the same length, and nothing else has moved: what is where in the file stands in it as numbers.
    @Test(arguments: ["isom", "qt  "]) func aFilmLosesItsPosition(brand: String) throws {
        let film = Samples.film(brand, Samples.position)
        let clean = try Self.clean(film)
        #expect(clean == Samples.film(brand, [UInt8](repeating: 0, count: Samples.position.count), isClean: true))
        #expect(Data(clean).range(of: Data(Samples.position)) == nil && Data(film).range(of: Data(Samples.position)) != nil)
        #expect(try Self.clean(clean) == clean)
        var boxes = MovieBoxes()
        boxes.take(clean)
        #expect(boxes.durationMilliseconds == 12_345)
    }

    /// However the bytes are cut into pieces.
    @Test(arguments: [1, 2, 7, 64, 1000]) func piecesDoNotMatter(step: Int) throws {
        let texts = Samples.chunk("tEXt", Samples.position)
        let exif = Samples.exif(6)
        let files = [
            Self.jpeg(Self.turned, Samples.segment(0xFE, Samples.position)) + Samples.position,
            Samples.joined(Self.pngSignature, Samples.chunk("IHDR", Samples.position), Samples.chunk("eXIf", exif), texts, Self.pngEnd, texts),
            Samples.webP(Samples.riffChunk("VP8X", [UInt8](repeating: 0x0C, count: 10)), Samples.riffChunk("EXIF", exif)), Samples.heic(exif),
            Samples.film("isom", Samples.position), Samples.film("qt  ", Samples.position)
        ]
        for file in files { #expect(try Self.clean(file, step: step) == Self.clean(file)) }
    }

    /// Lengths that lie, and files whose inside is not what their beginning says.
    private static let hostile: [[UInt8]] = [
        [0xFF, 0xD8, 0xFF, 0xE1, 0, 1, 0, 0], [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0], [0xFF, 0xD8, 0xFF, 0x02, 0, 4, 0, 0],
        [0xFF, 0xD8, 0xFF, 0xFE, 0, 2, 0, 0], Samples.joined(pngSignature, [0x80, 0, 0, 0], text("tEXt")), text("RIFF\u{3}\0\0\0WEBPVP8 "),
        Samples.webP(text("VP8 ", 99, 0, 0, 0, 1, 2)), Samples.webP(Samples.riffChunk("VP8X", [1])), Array(Samples.heic([1]).prefix(60)),
        Samples.heic([1], shift: -200), Samples.joined(Array(Samples.heic([1]).prefix(24)), Samples.box("mdat", [1]), Array(Samples.heic([1]).dropFirst(24))),
        Samples.heic([1]) + Samples.box("moov", []), Samples.heic([1]) + Samples.box("meta", [0, 0, 0, 0]), Samples.heic([]),
        // A box that is shorter than its header, and ones that are longer than what they are in.
        Samples.box("ftyp", text("isom")) + [0, 0, 0, 7] + text("moov"), Samples.box("ftyp", text("isom")) + [0, 0, 0, 1] + text("moov", 0, 0, 0, 0, 0, 0, 0, 9),
        Samples.box("ftyp", text("isom")) + Samples.box("moov", [0, 0, 1, 0] + text("udta") + Samples.position),
        Samples.box("ftyp", text("isom")) + Samples.box("moov", [0, 0, 0, 1] + text("udta") + [0xFF, 0, 0, 0, 0, 0, 0, 0] + Samples.position)
    ]

    @Test(arguments: hostile) func whatCannotBeCleanedIsRefused(bytes: [UInt8]) {
        #expect(throws: PhotoCleaner.Damaged.self) { try Self.clean(bytes) }
    }

    /// What breaks off is shown as far as it goes; what was held of it is not passed on.
    @Test func whatBreaksOffHidesNothing() throws {
        for count in 1..<Self.turned.count {
            let begun: [UInt8] = [0xFF, 0xD8] + Self.turned.prefix(count)
            #expect(try Self.clean(begun) == [0xFF, 0xD8])
        }
    }

    @Test(
        arguments: [
            [], Array("MM".utf8), Array(Samples.exif(6).prefix(20)), Samples.exif(0), Samples.exif(9),
            // A directory that begins, or ends, beyond the end.
            [0x4D, 0x4D, 0, 0x2A, 0xFF, 0xFF, 0xFF, 0xFF], [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0xFF, 0xFF, 0, 0]
        ] as [[UInt8]])
    func anOrientationThatIsNone(exif: [UInt8]) { #expect(PhotoOrientation.read(exif[...]) == nil) }
}
