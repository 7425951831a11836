import CareModels
import Foundation
import HTTP

/// A client as operators see it, with what they can do about it; what else it has they change by the API or at the terminal.
struct AppPage {
    var record: ClientRecord
    /// One that it has just got: shown this once.
    var secret: String?
    /// What was typed, where something of it was wrong.
    var fields: AppFields?
    var alert: Text?
    var form: FormContext

    private var path: String { "\(AdminPage.apps)/\(record.client.id)" }

    var page: Page {
        Page(
            title: "An app",
            content: """
                <h1>\(record.client.name)</h1>
                \(Page.alert(alert))
                \(shownSecret)
                <ul class="scopes">
                \(known)</ul>
                \(Client.isReserved(record.client.id) ? nil : acts)
                <p class="below"><a href="\(AdminPage.address(AdminPage.log, [("app", record.client.id)]))">\(text: "What happened through this app")</a></p>
                \(AdminPage.wayBack)
                """,
            address: AdminPage.addresses(path))
    }

    private var shownSecret: HTML? {
        secret.map { secret in
            """
            <h2>\(text: "Its secret")</h2>
            <p>\(text: "Give it to whoever runs the app, by a way that nobody else reads. It is not shown again.")</p>
            <p class="codes" id="secret">\(secret)</p>
            """
        }
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
        if !client.origins.isEmpty { lines.append(AdminPage.line("Origins of its pages", "\(client.origins.joined(separator: " "))")) }
        if let former = client.formerSecret { lines.append(AdminPage.line("The secret before is taken until", "\(RFC3339.format(former.until))")) }
        if let disabledAt = record.disabledAt { lines.append(AdminPage.line("Disabled since", "\(RFC3339.format(disabledAt))")) }
        return lines
    }

    private var acts: HTML {
        let button: HTML =
            record.disabledAt == nil
            ? "<button type=\"submit\" class=\"second\" name=\"act\" value=\"disable\">\(text: "Disable this app")</button>"
            : "<button type=\"submit\" name=\"act\" value=\"enable\">\(text: "Let it be used again")</button>"
        return """
            \(sending(button))
            <h2>\(text: "Change this app")</h2>
            \(sending("\((fields ?? AppFields(record.client)).html)<button type=\"submit\" name=\"act\" value=\"change\">\(text: "Save")</button>"))
            \(rotation)
            """
    }

    /// For an app that proves itself by a secret.
    private var rotation: HTML? {
        guard record.client.secretHash != nil else { return nil }
        let overlaps = SecretOverlap.allCases.map { (value: $0.rawValue, label: $0.label) }
        let overlap = SelectField(name: "overlap", label: "The secret before is taken too", options: overlaps, chosen: SecretOverlap.day.rawValue)
        return """
            <h2>\(text: "Another secret")</h2>
            \(sending("\(overlap.html)<button type=\"submit\" class=\"second\" name=\"act\" value=\"rotate\">\(text: "Make another secret")</button>"))
            """
    }

    /// Each form says of which version it is: none changes unseen what another operator has written, and none that is sent twice does anything twice.
    private func sending(_ content: HTML) -> HTML {
        """
        <form method="post" action="\(path)">
        \(form.hidden)
        <input type="hidden" name="revision" value="\(record.revision)">
        \(content)
        </form>
        """
    }
}

/// For how long the secret before is taken beside a new one.
enum SecretOverlap: String, CaseIterable {
    case none, hour, day, week, month

    var length: TimeInterval {
        switch self {
        case .none: 0
        case .hour: 3600
        case .day: SecretRotation.usualOverlap
        case .week: 7 * 86_400
        case .month: SecretRotation.longestOverlap
        }
    }

    var label: Text {
        switch self {
        case .none: "no more"
        case .hour: "for an hour"
        case .day: "for a day"
        case .week: "for a week"
        case .month: "for 30 days"
        }
    }
}
