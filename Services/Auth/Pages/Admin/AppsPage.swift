import CareModels
import HTTP

/// Clients, by their ids.
struct AppsPage {
    var text: String
    var clients: [ClientRecord]
    var nextCursor: String?

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
                <form method="get" action="\(AdminPage.apps)">
                \(field.html)<button type="submit" class="second">\(text: "Find")</button>
                </form>
                \(list)
                \(AdminPage.next(AdminPage.apps, [("q", text)], nextCursor))
                \(AdminPage.wayBack)
                """,
            address: AdminPage.addresses(AdminPage.apps, [("q", text)]))
    }
}
