import CareModels
import Foundation
import HTTP

/// A whole page: its frame, and what its browser may do.
struct Page {
    var title: Text
    /// Where that is not the frame's.
    var titleLanguage: Language?
    var content: HTML
    /// Wide pages have a column beside the text.
    var isWide = false
    /// After the frame's own style.
    var head: HTML?
    /// After the text, without the text's style.
    var below: HTML?
    /// What a page loads that is more than style of ours.
    var sources = PageSources()
    /// What the search field holds.
    var query = ""
    /// Where the page is to be had in other languages; empty: at its own address.
    var path = ""

    func html(in language: Language) -> HTML {
        """
        <!doctype html>
        <html lang="\(language.tag)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title\(titleLanguage.map { " lang=\"\($0.tag)\"" as HTML })>\(title)\(title == "Careline" ? "" : " – Careline")</title>
        <link rel="icon" href="\(ShowIcon.path)">
        <link rel="stylesheet" href="\(ShowStyle.address)">
        \(head)
        </head>
        <body\(isWide ? Self.wide : nil)>
        <a class="skip" href="#content">\(text: "To the content")</a>
        <header>
        <a class="brand" href="/"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 2h6v7h7v6h-7v7H9v-7H2V9h7z"/></svg>Careline</a>
        <nav aria-label="Careline"><a href="/docs">\(text: "Guides")</a><a href="/docs/api">API</a><a href="/docs/events">\(text: "Events")</a>\
        <a href="/problems">\(text: "Problems")</a><a href="/glossary">\(text: "Glossary")</a><a href="/changelog">\(text: "Changelog")</a>\
        <a href="/status">\(text: "Status")</a>\(HTML.otherLanguages(than: language, at: address))</nav>
        <form role="search" action="/docs/search"><label class="unseen" for="q">\(text: "Search the guides")</label>\
        <input id="q" name="q" type="search" maxlength="100" placeholder="\(text: "Search the guides")" value="\(query)">\
        <button>\(text: "Search")</button></form>
        </header>
        \(body)
        </body>
        </html>
        """
    }

    /// The same page in a language, which the browser's cookie then keeps.
    private func address(in language: Language) -> String {
        let rest = query.isEmpty ? "" : "&q=" + (query.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? "")
        return "\(path)?\(PageLanguage.parameter)=\(language.tag)\(rest)"
    }

    private static let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// What stands below brings a main part of its own.
    private var body: HTML {
        if let below { return "<div id=\"content\"><section class=\"text\" aria-label=\"\(title)\">\n\(content)\n</section>\n\(below)\n</div>" }
        return "<main id=\"content\" class=\"text\">\n\(content)\n</main>"
    }

    private static let wide: HTML = " class=\"wide\""

    var policy: String { sources.policy }
}

/// What a page may load, all of it from here; nothing inline.
struct PageSources {
    var scripts = false

    var policy: String {
        let script = scripts ? " script-src 'self'; connect-src 'self';" : ""
        let images = scripts ? "'self' data:" : "'self'"
        return "default-src 'none';\(script) style-src 'self'; img-src \(images); form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    }
}
