import CareModels
import HTTP

/// A whole page: its frame, and the headers that keep it from being framed, cached or made to load anything.
struct Page {
    var title: Text
    var content: HTML
    /// Where the same page is in a language.
    var address: ((Language) -> String)?

    /// What went wrong, said at once to who hears the page.
    static func alert(_ text: Text?) -> HTML? { text.map { "<p class=\"alert\" role=\"alert\">\($0)</p>" } }

    func html(in language: Language) -> HTML {
        """
        <!doctype html>
        <html lang="\(language.tag)">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title) – Careline</title>
        <style>\(HTML(trusted: Style.sheet))</style>
        </head>
        <body>
        <header class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 2h6v7h7v6h-7v7H9v-7H2V9h7z"/></svg>Careline</header>
        <main>
        \(content)
        </main>
        \(others(than: language))
        </body>
        </html>
        """
    }

    private func others(than language: Language) -> HTML? {
        address.map { "<nav class=\"below\" aria-label=\"\(text: "Language")\">\(HTML.otherLanguages(than: language, at: $0))</nav>" }
    }

    /// `formTarget` is where a form's answer may redirect to beside ourselves: browsers hold redirects to `form-action` too.
    /// `scriptSource` names the one script that the page has, by its hash; `imageSource` where its pictures are.
    func response(
        _ status: HTTPResponseStatus = .ok, in language: Language, formTarget: String? = nil, scriptSource: String? = nil, imageSource: String? = nil,
        headers: HTTPHeaders = [:]
    ) -> Response {
        var headers = headers
        let targets = (["'self'"] + [formTarget].compactMap { $0 }).joined(separator: " ")
        let scripts = scriptSource.map { "script-src \($0); " } ?? ""
        let images = imageSource.map { "img-src \($0); " } ?? ""
        let policy = "default-src 'none'; \(scripts)\(images)style-src \(Style.source); form-action \(targets); base-uri 'none'; frame-ancestors 'none'"
        headers.replaceOrAdd(name: "Content-Security-Policy", value: policy)
        headers.replaceOrAdd(name: "X-Frame-Options", value: "DENY")
        headers.replaceOrAdd(name: "Referrer-Policy", value: "no-referrer")
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        headers.replaceOrAdd(name: "Content-Language", value: language.tag)
        return .html(html(in: language).string(in: language), status: status, headers: headers)
    }
}

extension Page {
    /// What did not work, why, and what a person can do about it.
    static func refusing(_ title: Text, _ explanation: Text, advice: Text) -> Page {
        Page(
            title: title,
            content: """
                <h1>\(title)</h1>
                <p>\(explanation)</p>
                <p class="soft">\(advice)</p>
                """)
    }
}
