import CareModels
import Foundation

/// In which language a person reads our pages: what they chose by hand, which a cookie keeps, and otherwise what their browser asks for.
package struct PageLanguage: Sendable {
    /// Of a page's query.
    package static let parameter = "lang"
    private static let cookie = "care_language"
    /// Over TLS, as the gateway says of the way from the browser: no page of another host, and nobody on a way in the clear, sets it (RFC 6265bis, 4.1.3.2).
    private static let secureCookie = "__Host-" + cookie
    private static let year = 31_536_000

    package let language: Language
    /// Chosen with this very request.
    private let isChosen: Bool
    private let isSecure: Bool

    init(query: String?, headers: HTTPHeaders, accepted: Language) {
        let chosen = query.flatMap(Language.init(rawValue:))
        isChosen = chosen != nil
        isSecure = headers.first(name: "X-Forwarded-Proto") == "https"
        let cookies = headers.cookies
        // What a release before has kept is under the other name.
        let kept = (isSecure ? cookies[Self.secureCookie] : nil) ?? cookies[Self.cookie]
        language = chosen ?? kept.flatMap(Language.init(rawValue:)) ?? accepted
    }

    /// What an answer says of it, and keeps of a choice. The cookie holds nothing else, so that it need not be secret.
    package var headers: HTTPHeaders {
        var headers: HTTPHeaders = ["Content-Language": language.tag, "Vary": "Accept-Language, Cookie"]
        guard isChosen else { return headers }
        let kept = "\(isSecure ? Self.secureCookie : Self.cookie)=\(language.tag); Path=/; Max-Age=\(Self.year); HttpOnly; SameSite=Lax"
        headers.add(name: "Set-Cookie", value: isSecure ? kept + "; Secure" : kept)
        return headers
    }
}

extension Request {
    package var pageLanguage: PageLanguage {
        PageLanguage(query: query[PageLanguage.parameter], headers: headers, accepted: language)
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
