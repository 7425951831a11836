import CareModels
import HTTP

/// A client as operators see it; they change it by the API or at the terminal.
struct AppPage {
    var record: ClientRecord
    var alert: Text?
    var form: FormContext

    private var path: String { "\(AdminPage.apps)/\(record.client.id)" }

    var page: Page {
        let isOwn = Client.isReserved(record.client.id)
        let button: HTML =
            record.disabledAt == nil
            ? "<button type=\"submit\" name=\"act\" value=\"disable\">\(text: "Disable this app")</button>"
            : "<button type=\"submit\" name=\"act\" value=\"enable\">\(text: "Let it be used again")</button>"
        let act: HTML? = isOwn ? nil : "<form method=\"post\" action=\"\(path)\">\n\(form.hidden)\n\(button)\n</form>"
        return Page(
            title: "An app",
            content: """
                <h1>\(record.client.name)</h1>
                \(Page.alert(alert))
                <ul class="scopes">
                \(known)</ul>
                \(act)
                <p class="below"><a href="\(AdminPage.address(AdminPage.log, [("app", record.client.id)]))">\(text: "What happened through this app")</a></p>
                \(AdminPage.wayBack)
                """,
            address: AdminPage.addresses(path))
    }

    private var known: [HTML] {
        let client = record.client
        var lines = [
            AdminPage.line("Id", "\(client.id)"), AdminPage.line("Kind", AdminPage.word(client.kind.rawValue)),
            AdminPage.line("Run by the platform itself", client.isFirstParty ? "\(text: "yes")" : "\(text: "no")"),
            AdminPage.line("What it may ask for", AdminPage.word(Scopes.format(client.scopes))),
            AdminPage.line("Grants", AdminPage.word(client.grants.map(\.rawValue).sorted().joined(separator: " ")))
        ]
        if !client.redirectURIs.isEmpty { lines.append(AdminPage.line("Where answers go", "\(client.redirectURIs.joined(separator: " "))")) }
        if let former = client.formerSecret { lines.append(AdminPage.line("The secret before is taken until", "\(RFC3339.format(former.until))")) }
        if let disabledAt = record.disabledAt { lines.append(AdminPage.line("Disabled since", "\(RFC3339.format(disabledAt))")) }
        return lines
    }
}
