import CareModels
import Crypto
import Foundation

/// A page of the site without its frame.
struct SitePage: Sendable {
    /// A heading and what stands under it, as text.
    struct Section: Decodable, Sendable {
        /// The heading's anchor; empty for what stands before the first one.
        var id: String
        var title: String
        var text: String
        /// Whether a table of contents names it.
        var isChapter: Bool
        /// Where it is not the page's: a guide may begin in another language and go on in English.
        var language: Language?
    }

    var path: String
    /// What it is written in. Every page is there in English; what is there in another language too has the same anchors.
    var language = Language.english
    var title: String
    /// In a sentence.
    var summary: String
    /// HTML of our own making.
    var content: String
    var sections: [Section]
}

/// A file of the site, as it is.
struct SiteFile: Sendable {
    var type: String
    var body: [UInt8]
    let tag: String

    init(type: String, body: [UInt8]) {
        self.type = type
        self.body = body
        tag = Fingerprint.of(body)
    }

    var entityTag: String { Fingerprint.entityTag(tag) }
}

/// Names content: another content has another one.
enum Fingerprint {
    static func of(_ bytes: [UInt8]) -> String { Hexadecimal.encode(SHA256.hash(data: bytes).prefix(12)) }

    /// A weak one: it names what is said and not its very bytes, which the gateway may pack on their way. Nobody asks for a part of a page, or writes over one.
    static func entityTag(_ fingerprint: String) -> String { "W/\"\(fingerprint)\"" }
}
