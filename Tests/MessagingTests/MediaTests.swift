import CareModels
import Testing

@testable import MessagingService

@Suite struct MediaTests {
    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"), (Array("GIF89a".utf8), "image/gif"), (Array("RIFF\0\0\0\0WEBPVP8 ".utf8), "image/webp"),
            (Array("\0\0\0\u{18}ftypheic".utf8), "image/heic"), (Array("\0\0\0\u{18}ftypM4A ".utf8), "audio/mp4"),
            (Array("\0\0\0\u{18}ftypqt  ".utf8), "video/quicktime"), (Array("\0\0\0\u{18}ftypisom".utf8), "video/mp4"),
            ([0x1A, 0x45, 0xDF, 0xA3], "video/webm"), (Array("ID3\u{3}".utf8), "audio/mpeg"), ([0xFF, 0xFB, 0x90, 0x64], "audio/mpeg"),
            ([0xFF, 0xF1, 0x50, 0x80], "audio/aac"), (Array("OggS".utf8), "audio/ogg"), (Array("fLaC".utf8), "audio/flac"),
            (Array("%PDF-1.7".utf8), "application/pdf"), (Array("MZ".utf8), nil), (Array("PK\u{3}\u{4}".utf8), nil), ([], nil), ([0xFF], nil),
            (Array("<svg xmlns".utf8), nil)
        ] as [([UInt8], String?)])
    func kinds(bytes: [UInt8], contentType: String?) { #expect(FileType(firstBytes: bytes)?.contentType == contentType) }

    /// However the bytes are cut into pieces.
    @Test(arguments: [1, 7, 64, 4096]) func movieHeadersAreFoundAnywhere(step: Int) throws {
        for headerFirst in [true, false] {
            let bytes = Samples.mp4(milliseconds: 12_345, bytes: 10_000, headerFirst: headerFirst)
            var boxes = MovieBoxes()
            for start in stride(from: 0, to: bytes.count, by: step) { boxes.take(Array(bytes[start..<min(bytes.count, start + step)])) }
            #expect(boxes.durationMilliseconds == 12_345)
        }
    }

    @Test func brokenMoviesHaveNoDuration() {
        let type = Samples.box("ftyp", [])
        var endless: [UInt8] = type + [0, 0, 0, 1]
        endless += Array("mdat".utf8)
        endless += [UInt8](repeating: 0xFF, count: 8)
        var tiny: [UInt8] = type + [0, 0, 0, 3]
        tiny += Array("abcd".utf8)
        var toTheEnd: [UInt8] = [0, 0, 0, 0]
        toTheEnd += Array("mdat".utf8)
        let empty = Samples.box("moov", Samples.box("mvhd", [UInt8](repeating: 0, count: 4)))
        let files: [[UInt8]] = [endless, tiny, toTheEnd, [1, 2, 3], empty]
        for bytes in files {
            var boxes = MovieBoxes()
            boxes.take(bytes)
            boxes.take([UInt8](repeating: 0, count: 500))
            #expect(boxes.durationMilliseconds == nil)
        }
    }

    @Test func sizesOfPictures() throws {
        func size(_ bytes: [UInt8]) throws -> [Int?] {
            var inspector = MediaInspector(try #require(FileType(firstBytes: bytes)))
            inspector.take(bytes)
            inspector.finish()
            return [inspector.width, inspector.height]
        }
        #expect(try size(Samples.png) == [3, 2])
        #expect(try size(Samples.jpeg) == [640, 480])
        var gif = Array("GIF89a".utf8)
        gif += [0x40, 0x01, 0xC8, 0x00]
        #expect(try size(gif) == [320, 200])
        var webp = Array("RIFF\0\0\0\0WEBPVP8X".utf8)
        webp += [10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0]
        #expect(try size(webp) == [640, 480])
        #expect(try size([0xFF, 0xD8, 0xFF, 0xE0, 0x00]) == [nil, nil])
        #expect(try size(Array(Samples.jpeg.prefix(100))) == [nil, nil])
    }
}
