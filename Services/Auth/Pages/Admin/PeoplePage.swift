import CareModels
import HTTP

/// Whom an operator looked for.
struct PeoplePage {
    var text: String
    var people: [UserRecord]
    var nextCursor: String?

    var page: Page {
        let items = people.map { user -> HTML in
            let suspended: HTML? = user.suspension.map { _ in " · \(text: "suspended")" }
            return """
                <li><a href="\(AdminPage.people)/\(user.id.description)">\(user.username)</a>
                <span class="scope-name">\(user.fullName ?? "") \(Text(template: user.role.rawValue))\(suspended)</span></li>

                """
        }
        let list: HTML = items.isEmpty ? "<p class=\"soft\">\(text: "Nobody.")</p>" : "<ul class=\"scopes\">\n\(items)</ul>"
        return Page(
            title: "People",
            content: """
                <h1>\(text: "People")</h1>
                \(list)
                \(AdminPage.next(AdminPage.people, [("q", text)], nextCursor))
                \(AdminPage.wayBack)
                """,
            address: AdminPage.addresses(AdminPage.people, [("q", text)]))
    }
}
