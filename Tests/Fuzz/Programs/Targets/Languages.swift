import CareModels

extension FuzzTarget {
    /// `Accept-Language` (RFC 4647, section 3.4): whatever is sent, one of our languages comes out, and what is not readable counts for nothing.
    static let languages = FuzzTarget("languages", longest: 512) { input in
        let text = String(decoding: input, as: UTF8.self)
        let language = Language.preferred(by: [text])
        expect(language == .english || text.lowercased().contains("fr"), "French is nobody's wish")
        expect(Language.preferred(by: text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }) == language, "in several lines it says something else")
        expect(Language.preferred(by: [text + ",de"]) == language, "a language that we lack counts")
        expect(Language.preferred(by: ["fr", text]) == .french && Language.preferred(by: ["en", text]) == .english, "the first of the greatest weight is not taken")
    }
}
