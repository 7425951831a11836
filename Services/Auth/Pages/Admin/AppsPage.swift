import CareModels
import HTTP

/// Clients, by their ids, and the form for another.
struct AppsPage {
    var text: String
    var clients: [ClientRecord]
    var nextCursor: String?
    /// What was typed of a new one, where something of it was wrong.
    var new = AppFields()
    var kind = ""
    var alert: Text?
    var form: FormContext

    var page: Page {
        let field = Field(name: "q", label: "Name or id", value: text, isOptional: true, most: 100)
        let items = clients.map { record -> HTML in
            let disabled: HTML? = record.disabledAt.map { _ in " · \(text: "disabled")" }
            return """
                <li><a href="\(AdminPage.apps)/\(record.client.id)">\(record.client.name)</a>
                <span class="scope-name">\(record.client.id)\(disabled)</span></li>

                """
        }
        let list: HTML = items.isEmpty ? "<p class=\"soft\">\(text: "None.")</p>" : "<ul class=\"scopes\">\n\(items)</ul>"
        return Page(
            title: "Apps",
            content: """
                <h1>\(text: "Apps")</h1>
                \(Page.alert(alert))
                <form method="get" action="\(AdminPage.apps)">
                \(field.html)<button type="submit" class="second">\(text: "Find")</button>
                </form>
                \(list)
                \(AdminPage.next(AdminPage.apps, [("q", text)], nextCursor))
                \(registration)
                \(AdminPage.wayBack)
                """,
            address: AdminPage.addresses(AdminPage.apps, [("q", text)]))
    }

    private var registration: HTML {
        let kinds = AppKind.allCases.map { (value: $0.rawValue, label: $0.label) }
        return """
            <h2>\(text: "Register an app")</h2>
            <form method="post" action="\(AdminPage.apps)">
            \(form.hidden)
            \(new.field("id", "Id", hint: "3 to 64 characters of a-z, 0-9, dot, hyphen and underscore; it stays", most: 64).html)\
            \(SelectField(name: "kind", label: "Kind", options: kinds, chosen: kind).html)\
            \(new.html)<button type="submit">\(text: "Register it")</button>
            </form>
            """
    }
}

extension AppKind {
    fileprivate var label: Text {
        switch self {
        case .public: "People sign in; it can keep no secret (in a browser, on a phone)"
        case .confidential: "People sign in; it keeps a secret on its server"
        case .machine: "A machine, which nobody signs in to"
        }
    }
}
