import CareModels
import HTTP

/// Where the pages of operators are, and what they have in common.
enum AdminPage {
    static let people = "/admin/people"
    static let apps = "/admin/apps"
    static let log = "/admin/log"
    static let logExport = "/admin/log/export"

    static var wayBack: HTML { "<p class=\"below\"><a href=\"\(AccountPlace.administration.path)\">\(text: "Back to administration")</a>\(AccountPlace.wayOut)</p>" }

    static func address(_ path: String, _ query: [FormEncoding.Pair]) -> String {
        let given = query.filter { !$0.value.isEmpty }
        return given.isEmpty ? path : path + "?" + FormEncoding.encode(given)
    }

    /// Of the same page in a language.
    static func addresses(_ path: String, _ query: [FormEncoding.Pair] = []) -> (Language) -> String {
        { address(path, query + [(PageLanguage.parameter, $0.tag)]) }
    }

    /// On to what comes behind.
    static func next(_ path: String, _ query: [FormEncoding.Pair], _ cursor: String?) -> HTML? {
        cursor.map { "<p class=\"below\"><a href=\"\(address(path, query + [("after", $0)]))\">\(text: "More")</a></p>" }
    }

    /// A line of what is known.
    static func line(_ label: Text, _ value: HTML) -> HTML { "<li><span class=\"scope-name\">\(label)</span>\(value)</li>\n" }

    /// A word that is the same in every language.
    static func word(_ text: String) -> HTML { "<span lang=\"en\">\(text)</span>" }
}

/// Where operators begin.
struct AdministrationPage {
    var page: Page {
        let field = Field(
            name: "q", label: "Name, e-mail address or id", hint: "The beginning of the username or a part of the full name; nothing for everybody", isOptional: true,
            most: 100)
        return Page(
            title: "Administration",
            content: """
                <h1>\(text: "Administration")</h1>
                <form method="get" action="\(AdminPage.people)">
                \(field.html)<button type="submit">\(text: "Find people")</button>
                </form>
                <ul class="scopes">
                <li><a href="\(AdminPage.apps)">\(text: "Apps")</a></li>
                <li><a href="\(AdminPage.log)">\(text: "What happened")</a></li>
                </ul>
                \(AccountPlace.wayBack)
                """,
            address: AdminPage.addresses(AccountPlace.administration.path))
    }
}
