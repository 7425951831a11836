import NIOCore
import Testing

@testable import HTTP

@Suite struct MultipartTests {
    /// What the parser tells, pieces of a part put together.
    private func read(_ text: String, boundary: String = "b", step: Int) throws -> [String] {
        var parser = MultipartParser(boundary: boundary)
        var told: [String] = []
        var content = ""
        var rest = Array(text.utf8)[...]
        while true {
            guard let event = try parser.next() else {
                guard !rest.isEmpty else { return told + ["more"] }
                parser.append(ByteBuffer(bytes: rest.prefix(step)))
                rest = rest.dropFirst(step)
                continue
            }
            switch event {
            case .part(let part): told.append("\(part.name)|\(part.fileName ?? "-")|\(part.contentType ?? "-")")
            case .piece(let piece): content += String(buffer: piece)
            case .endOfPart:
                told.append(content)
                content = ""
            case .end: return told + ["end"]
            }
        }
    }

    @Test(arguments: [1, 2, 3, 5, 1000]) func partsAreReadHoweverTheyAreCut(step: Int) throws {
        let form =
            "preamble\r\n--b\r\nContent-Disposition: form-data; name=\"one\"\r\n\r\nfirst\r\n--c\r\n-\r\n--b\r\n"
            + "content-type: image/png\r\nCONTENT-DISPOSITION: form-data; name=file; filename=\"a \\\"b\\\".png\"\r\n\r\n\r\n--b--\r\nafter"
        #expect(try read(form, step: step) == ["one|-|-", "first\r\n--c\r\n-", "file|a \"b\".png|image/png", "", "end"])
        #expect(try read("--b--", step: step) == ["end"])
        #expect(try read("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nunfinished", step: step).last == "more")
    }

    @Test func whatIsMalformedIsRefused() {
        for form in [
            "--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
            "--b\r\nnonsense\r\n\r\nx\r\n--b--", "--bx\r\n\r\n", "--b\r\n" + String(repeating: "x", count: 9000)
        ] {
            #expect(throws: Problem.self, "\(form.prefix(40))") { try read(form, step: 100) }
        }
    }

    @Test func aPackedPartIsRefused() {
        for field in ["Content-Encoding: gzip", "content-encoding: br", "Content-Transfer-Encoding: base64"] {
            let form = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\(field)\r\n\r\nx\r\n--b--"
            #expect(problem { _ = try read(form, step: 100) }?.status == .unsupportedMediaType, "\(field)")
        }
        let plain = "--b\r\nContent-Disposition: form-data; name=x\r\nContent-Encoding: identity\r\nContent-Transfer-Encoding: binary\r\n\r\n\r\n--b--"
        #expect(problem { _ = try read(plain, step: 100) } == nil)
    }

    @Test func aPartHasABoundedNumberOfFields() {
        let form = "--b\r\nContent-Disposition: form-data; name=x\r\n" + String(repeating: "a:\r\n", count: 40) + "\r\nx\r\n--b--"
        #expect(problem { _ = try read(form, step: 100) }?.status == .badRequest)
    }

    @Test func boundaries() {
        #expect(MultipartParser.boundary("multipart/form-data; boundary=abc") == "abc")
        #expect(MultipartParser.boundary("Multipart/Form-Data; charset=utf-8; Boundary=\"a b\"") == "a b")
        #expect(MultipartParser.boundary("multipart/form-data") == nil)
        #expect(MultipartParser.boundary("multipart/mixed; boundary=abc") == nil)
        #expect(MultipartParser.boundary("multipart/form-data; boundary=" + String(repeating: "x", count: 71)) == nil)
    }

    @Test func fileNamesInUTF8() {
        #expect(HeaderParameters.parse("form-data; name=f; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf").parameters["filename*"] == "résumé.pdf")
        #expect(HeaderParameters.parse("form-data; filename*=latin1''x").parameters["filename*"] == nil)
        #expect(HeaderParameters.parse("form-data; name=\"a;b\"; x=y").parameters == ["name": "a;b", "x": "y"])
        // An accent after a delimiter makes no other character of it.
        #expect(HeaderParameters.parse("form-data; name=\"\u{31F}a;b\";\u{31F}x=y").parameters == ["name": "\u{31F}a;b", "\u{31F}x": "y"])
    }
}
