import CareModels
import Foundation
import JSON
import Testing

@testable import RecordsService

@Suite struct LiftedBodyTests {
    private static func text(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) } }
    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// What is left, with the base64 back at its places.
    private func whole(_ lifted: LiftedBody) -> [UInt8] {
        var whole: [UInt8] = []
        var position = 0
        for (cut, content) in zip(lifted.cuts, lifted.contents) {
            guard case .bytes(let bytes, _) = content else { continue }
            whole += lifted.kept[position..<cut.at] + Array(Self.base64(bytes).utf8)
            position = cut.at
        }
        return whole + lifted.kept[position...]
    }

    @Test(arguments: [1, 2, 3, 30_000, 393_216, 500_001]) func comesBackAsItWas(size: Int) throws {
        let bytes = Self.text(size)
        let body = Array(
            #"{ "resourceType":"DocumentReference","content":[{"attachment":{"contentType":"a/b","data":"\#(Self.base64(bytes))" , "title":"é"}},{"attachment":{"data":"\#(Self.base64(bytes))"}}],"x":1.00}"#
                .utf8)
        let lifted = try LiftedBody(body, file: nil)
        #expect(whole(lifted) == body)
        #expect(lifted.cuts.count == (size >= 24_576 ? 2 : 0))
        #expect(lifted.cuts.allSatisfy { $0.length == Self.base64(bytes).utf8.count && $0.size == size })
        #expect(lifted.kept.count + lifted.cuts.length == body.count)
    }

    /// Of which no other writing is the same: it stays where it is.
    @Test func base64ThatIsWrittenOtherwiseStays() throws {
        let text = Self.base64(Self.text(40_000))
        let odd: [String] = ["\(text)\\n", "\(text.dropLast(4))AB==", "AAAA\(text.dropFirst(4)) ", "-\(text)"]
        for odd in odd {
            let body = Array(#"{"resourceType":"Media","content":{"data":"\#(odd)"}}"#.utf8)
            let lifted = try LiftedBody(body, file: nil)
            #expect(lifted.cuts.isEmpty && lifted.kept == body)
        }
    }

    @Test func contentOfABinaryAloneIsBytes() throws {
        let text = Self.base64(Self.text(40_000))
        #expect(try LiftedBody(Array(#"{"resourceType":"Binary","content":"\#(text)"}"#.utf8), file: nil).cuts.count == 1)
        #expect(try LiftedBody(Array(#"{"resourceType":"Basic","content":"\#(text)"}"#.utf8), file: nil).cuts.isEmpty)
    }

    @Test func whatIsSaidOfTheBytesIsChecked() throws {
        let bytes = Array("%PDF-1.7 hello".utf8)
        func body(_ more: String, _ bytes: [UInt8] = bytes) -> [UInt8] {
            Array(#"{"resourceType":"Media","content":{"data":"\#(Self.base64(bytes))",\#(more)}}"#.utf8)
        }
        #expect(throws: ContentMismatch(.size(declared: 15, found: 14), at: "Media.content.size")) { try LiftedBody(body(#""size":15"#), file: nil) }
        #expect(throws: ContentMismatch(.hash, at: "Media.content.hash")) { try LiftedBody(body(#""hash":"AAAA""#), file: nil) }
        #expect(try LiftedBody(body(#""size":14,"hash":"\#(Self.sha1)""#), file: nil).cuts.isEmpty)
        let large = bytes + Self.text(40_000)
        #expect(throws: ContentMismatch(.type(declared: "image/png", found: "application/pdf"), at: "Media.content.contentType")) {
            try LiftedBody(body(#""contentType":"image/png""#, large), file: nil)
        }
    }

    /// Of "%PDF-1.7 hello", as sha1sum has it.
    private static let sha1 = "unY3EUJ89xPlOPTqcUj59Xpw3mE="

    private static let linked: [(text: String, expected: String?)] = [
        (#"{"url":"A/$binary-access-read?path=content%5B0%5D&version=3","title":"é"}"#, #"{"data":"QQ==","title":"é"}"#),
        (
            #"{ "url": "own", "_data":{"extension":[{"url":"\#(AttachmentLinks.extensionURL)","valueUri":"A/$binary-access-read?path=content[0]&version=3"}]} , "x":1}"#,
            #"{ "url": "own", "data":"QQ==" , "x":1}"#
        ),
        (#"{"url":"A/$binary-access-read?path=content%5B0%5D&version=3","data":"Qg=="}"#, nil), (#"{"url":"B/$binary-access-read?path=content%5B0%5D&version=3"}"#, nil),
        (#"{"url":"A/$binary-access-read?path=content%5B0%5D"}"#, nil), (#"{"valueUri":"A/$binary-access-read?path=content%5B0%5D&version=3"}"#, nil),
        (
            #"{"_data":{"extension":[{"url":"\#(AttachmentLinks.extensionURL)","valueUri":"A/$binary-access-read?path=c&version=3"},{"url":"\#(AttachmentLinks.extensionURL)","valueUri":"A/$binary-access-read?path=c&version=3"}]}}"#,
            #"{"data":"QQ=="}"#
        )
    ]

    /// The other way round from what a reader is shown: at its place, byte for byte. Addresses that are not of the resource stay what they are, and so do those beside bytes.
    @Test(arguments: linked.indices) func addressesGiveWayToTheirBytes(_ index: Int) throws {
        let (text, expected) = Self.linked[index]
        let root = try JSONDocument(Array(text.utf8)).root
        let links = try AttachmentLink.all(in: root, of: "A")
        #expect(links.isEmpty == (expected == nil))
        guard let expected else { return }
        #expect(links.allSatisfy { $0.version == 3 && ["content[0]", "c"].contains($0.path) })
        let bytes = try #require(AttachmentLink.restored(links, in: root, most: 100) { _ in ArraySlice("QQ==".utf8) })
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
        #expect(AttachmentLink.restored(links, in: root, most: 3) { _ in ArraySlice("QQ==".utf8) } == nil)
        #expect(AttachmentLink.restored(links, in: root, most: 100) { _ in nil } == nil)
    }
}
