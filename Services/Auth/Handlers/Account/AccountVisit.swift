import HTTP

/// A browser on the pages about an account: whose it is, and what its forms carry.
struct AccountVisit: Sendable {
    let browser: Browser
    let form: FormContext
    private let language: PageLanguage

    /// `query`: of the authorization request that the person came from, where they did.
    init(_ request: Request, query: String = "", _ dependencies: Dependencies) {
        language = request.pageLanguage
        browser = Browser(request, isSecure: dependencies.settings.isSecure)
        form = FormContext(request: query, token: dependencies.forms.token(browser: browser.id, session: browser.session, request: query))
    }

    /// Whether the form was sent from a page that this browser got from us.
    func isOwn(_ form: [String: String], _ dependencies: Dependencies) -> Bool {
        dependencies.forms.accepts(form["form_token"], browser: browser.isNew ? nil : browser.id, session: browser.session, request: self.form.request)
    }

    func response(_ page: Page, _ status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:]) -> Response {
        var all = browser.headers
        all.add(contentsOf: headers)
        all.add(contentsOf: language.headers)
        return page.response(status, in: language.language, headers: all)
    }
}
