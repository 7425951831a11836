import CareModels
import HTTP

/// What every form of the pages carries: the authorization request that it belongs to, and proof that the page was ours.
struct FormContext: Sendable {
    /// The authorization request's query.
    var request: String
    var token: String

    /// The request at `path` for who reads that language. It is part of the request, so what follows goes on in it.
    func address(_ path: String, in language: Language) -> String {
        let rest = FormEncoding.pairs(request).filter { $0.name != "ui_locales" }
        return path + "?" + FormEncoding.encode(rest + [(name: "ui_locales", value: language.tag)])
    }

    var hidden: HTML {
        """
        <input type="hidden" name="request" value="\(request)">
        <input type="hidden" name="form_token" value="\(token)">
        """
    }
}
