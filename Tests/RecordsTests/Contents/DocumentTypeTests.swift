import CareModels
import Testing

@Suite struct DocumentTypeTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let pdf = Array("%PDF-1.7\n".utf8)
    private static let dicom = [UInt8](repeating: 0, count: 128) + Array("DICM".utf8)
    private static let heic = Array("\0\0\0\u{18}ftypheic".utf8)

    @Test(
        arguments: [
            (jpeg, "image/jpeg"), (png, "image/png"), (pdf, "application/pdf"), (dicom, "application/dicom"), (heic, "image/heic"),
            ([0x49, 0x49, 0x2A, 0x00, 8], "image/tiff"), ([0x4D, 0x4D, 0x00, 0x2A], "image/tiff"), (Array("Dear Dr Amara".utf8), nil), ([], nil),
            ([UInt8](repeating: 0, count: 131), nil)
        ] as [([UInt8], String?)])
    func theBytesTell(first: [UInt8], type: String?) { #expect(DocumentType.known(first) == type) }

    @Test(
        arguments: [
            ("image/jpeg", jpeg), ("image/jpg", jpeg), ("IMAGE/JPEG; q=1", jpeg), ("application/pdf", pdf), ("image/heif", heic), ("application/dicom", dicom),
            ("application/octet-stream", pdf), ("text/plain; charset=utf-8", Array("Dear".utf8)), ("text/plain", [0xFF, 0xFE, 0x41, 0x00]),
            ("application/hl7-v2", Array("MSH|".utf8)), ("application/msword", Array("anything".utf8)), ("image/svg+xml", Array("<svg".utf8))
        ] as [(String, [UInt8])])
    func theseAgree(declared: String, first: [UInt8]) { #expect(DocumentType.contradiction(of: declared, by: first) == nil) }

    @Test(
        arguments: [
            ("image/jpeg", png, "image/png"), ("image/png", pdf, "application/pdf"), ("application/pdf", Array("<html>".utf8), nil),
            ("text/plain", jpeg, "image/jpeg"), ("text/html", pdf, "application/pdf"), ("application/dicom", Array("short".utf8), nil),
            ("text/plain", [0x41, 0x00, 0x42], nil), ("application/msword", pdf, "application/pdf"), ("image/tiff", heic, "image/heic")
        ] as [(String, [UInt8], String?)])
    func theseDoNot(declared: String, first: [UInt8], found: String?) {
        #expect(DocumentType.contradiction(of: declared, by: first) == DocumentType.Found(type: found))
    }
}
