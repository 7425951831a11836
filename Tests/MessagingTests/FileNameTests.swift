import CareModels
import Testing

@testable import MessagingService

@Suite struct FileNameTests {
    @Test(
        arguments: [
            ("scan.pdf", "application/pdf", "scan.pdf"), ("Scan.PDF", "application/pdf", "Scan.PDF"), ("photo.JPEG", "image/jpeg", "photo.JPEG"),
            ("letter.html", "application/pdf", "letter.html.pdf"), ("letter", "application/pdf", "letter.pdf"), ("pdf", "application/pdf", "pdf.pdf"),
            ("run.pdf.", "application/pdf", "run.pdf..pdf"), ("run.pdf ", "application/pdf", "run.pdf .pdf"), (".pdf", "application/pdf", ".pdf"),
            ("heart.png", "image/jpeg", "heart.png.jpg"), ("voice\u{202E}3pm.exe", "audio/mpeg", "voice3pm.exe.mp3"),
            ("a\u{2029}b.png", "image/png", "ab.png"), ("👩\u{200D}⚕️.png", "image/png", "👩\u{200D}⚕️.png"), ("clip.mov", "video/mp4", "clip.mov"),
            ("of before.exe", nil, "of before.exe"), ("a\u{600}.pdf", "application/pdf", "a\u{600}.pdf"), ("a.\u{301}pdf", "application/pdf", "a.\u{301}pdf.pdf")
        ] as [(String, String?, String)])
    func endsAsWhatItIs(_ name: String, _ type: String?, _ shown: String) { #expect(FileName.fitting(name, type) == shown) }

    @Test func isNoLongerThanItMayBe() {
        let long = FileName.fitting(String(repeating: "é", count: FileName.most), "image/webp")
        #expect(long.unicodeScalars.count == FileName.most && long.hasSuffix("é.webp"))
    }

    /// Each that is taken.
    @Test(
        arguments: [
            [0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], Array("GIF89a".utf8), Array("RIFF    WEBP".utf8), Array("RIFF    WAVE".utf8),
            Array("%PDF-".utf8), Array("OggS".utf8), Array("fLaC".utf8), [0x1A, 0x45, 0xDF, 0xA3], Array("    ftypheic".utf8), Array("    ftypavif".utf8),
            Array("    ftypM4A ".utf8), Array("    ftypqt  ".utf8), Array("    ftypisom".utf8), Array("ID3".utf8), [0xFF, 0xF1]
        ] as [[UInt8]])
    func everyTypeHasAnEnding(_ bytes: [UInt8]) throws {
        let type = try #require(FileType(firstBytes: bytes))
        #expect(FileName.fitting("x.exe", type.contentType) != "x.exe")
    }
}
