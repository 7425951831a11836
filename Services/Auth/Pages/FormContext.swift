import CareModels
import HTTP

/// What every form of the pages carries: the authorization request that it belongs to, and proof that the page was ours.
struct FormContext: Sendable {
    /// The authorization request's query.
    var request: String
    var token: String
    /// The request of an app that what is done here leads back to, where it began with one.
    var goOn: String?

    /// The request at `path` for who reads that language. It is part of the request, so what follows goes on in it.
    func address(_ path: String, in language: Language) -> String {
        let rest = FormEncoding.again(request).filter { $0.name != "ui_locales" }
        return path + "?" + FormEncoding.encode(rest + [(name: "ui_locales", value: language.tag)])
    }

    /// Back to the app; nil where it began with none.
    var wayOn: HTML? {
        goOn.map { query in
            "<p class=\"below\"><a href=\"/oauth/authorize?\(FormEncoding.encode(AuthorizationRequest.afterLogin(FormEncoding.again(query))))\">\(text: "Go on")</a></p>"
        }
    }

    var hidden: HTML {
        """
        <input type="hidden" name="request" value="\(request)">
        <input type="hidden" name="form_token" value="\(token)">
        \(goOn.map { query -> HTML in "<input type=\"hidden\" name=\"\(AccountPlace.goOn)\" value=\"\(query)\">" })
        """
    }
}
