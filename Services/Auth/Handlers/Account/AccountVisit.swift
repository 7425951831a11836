import HTTP

/// A browser on the pages about an account: whose it is, and what its forms carry.
struct AccountVisit: Sendable {
    let browser: Browser
    var form: FormContext
    private let language: PageLanguage

    /// `query`: of the authorization request that the person came from, where they did.
    init(_ request: Request, query: String = "", _ dependencies: Dependencies) {
        language = request.pageLanguage
        browser = Browser(request, isSecure: dependencies.settings.isSecure)
        form = browser.form(about: query, dependencies.forms)
    }

    func isOwn(_ sent: [String: String], _ dependencies: Dependencies) -> Bool { browser.sent(sent, about: form.request, dependencies.forms) }

    func response(
        _ page: Page, _ status: HTTPResponseStatus = .ok, scriptSource: String? = nil, imageSource: String? = nil, headers: HTTPHeaders = [:]
    ) -> Response {
        var all = browser.headers
        all.add(contentsOf: headers)
        all.add(contentsOf: language.headers)
        return page.response(status, in: language.language, scriptSource: scriptSource, imageSource: imageSource, headers: all)
    }
}
