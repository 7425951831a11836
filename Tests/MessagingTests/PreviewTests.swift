import Testing

@testable import MessagingService

@Suite struct PreviewTests {
    @Test func aPreviewIsOneLineOfSo() {
        #expect(Preview.line(MessageContent(text: "one\ntwo\r\nthree ")).description == "one two three")
        #expect(Preview.line(MessageContent(text: String(repeating: "a", count: 140))).description == String(repeating: "a", count: 140))
        #expect(Preview.line(MessageContent(text: String(repeating: "a", count: 141))).description == String(repeating: "a", count: 139) + "…")
    }

    /// What a reader sees as one character may be thousands of Unicode's.
    @Test(arguments: [String(repeating: "e\u{301}\u{302}", count: 100), "q" + String(repeating: "\u{323}", count: 9_000)])
    func aPreviewIsBoundedHoweverLongItsCharactersAre(text: String) {
        let preview = Preview.line(MessageContent(text: text)).description
        #expect((2...Preview.most).contains(preview.unicodeScalars.count) && preview.hasSuffix("…"))
    }
}
