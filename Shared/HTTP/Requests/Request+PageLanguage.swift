import CareModels
import Foundation

/// In which language a person reads our pages: what they chose by hand, which a cookie keeps, and otherwise what their browser asks for.
package struct PageLanguage: Sendable {
    /// Of a page's query.
    package static let parameter = "lang"
    static let cookie = "care_language"
    private static let year = 31_536_000

    package let language: Language
    /// Chosen with this very request.
    private let isChosen: Bool

    init(query: String?, cookies: [String: String], accepted: Language) {
        let chosen = query.flatMap(Language.init(rawValue:))
        isChosen = chosen != nil
        language = chosen ?? cookies[Self.cookie].flatMap(Language.init(rawValue:)) ?? accepted
    }

    /// What an answer says of it, and keeps of a choice. The cookie holds nothing else, so that it need not be secret.
    package var headers: HTTPHeaders {
        var headers: HTTPHeaders = ["Content-Language": language.tag, "Vary": "Accept-Language, Cookie"]
        if isChosen { headers.add(name: "Set-Cookie", value: "\(Self.cookie)=\(language.tag); Path=/; Max-Age=\(Self.year); HttpOnly; SameSite=Lax") }
        return headers
    }
}

extension Request {
    package var pageLanguage: PageLanguage {
        PageLanguage(query: query[PageLanguage.parameter], cookies: cookies, accepted: language)
    }
}

extension HTML {
    /// Links to where the same page is in the other languages, for who does not want the one that it is in.
    package static func otherLanguages(than current: Language, at address: (Language) -> String) -> HTML {
        let links: [HTML] = Language.allCases.filter { $0 != current }.map {
            "<a href=\"\(address($0))\" hreflang=\"\($0.tag)\" lang=\"\($0.tag)\">\($0.ownName)</a>"
        }
        return "\(links)"
    }
}
