import CareModels
import HTTP

/// Somebody's account as operators see it, with what they can do about it.
struct PersonPage {
    var user: UserRecord
    var sessionCount: Int
    /// Who has seen a provider's licence.
    var licences: [SeenLicence] = []
    /// What was typed of a licence, and what was wrong with it.
    var typedLicence = ""
    var licenceFault: Text?
    var alert: Text?
    var form: FormContext

    var path: String { "\(AdminPage.people)/\(user.id.description)" }

    var page: Page {
        Page(
            title: "An account",
            content: """
                <h1>\(user.username)</h1>
                \(Page.alert(alert))
                <ul class="scopes">
                \(known)</ul>
                <form method="post" action="\(path)">
                \(form.hidden)
                \(acts)
                </form>
                \(factorReset)
                \(verification)
                <p class="below"><a href="\(AdminPage.address(AdminPage.log, [("person", user.id.description)]))">\(text: "What happened with this account")</a></p>
                \(AdminPage.wayBack)
                """,
            address: AdminPage.addresses(path))
    }

    private var known: [HTML] {
        let remark: Text =
            RoleChange.roles.contains(user.role) ? "It is changed at the terminal alone." : "It stays: who takes up other work gets another account."
        let role: HTML = "\(Text(template: user.role.rawValue))<span class=\"scope-name\">\(remark)</span>"
        var lines = [AdminPage.line("Id", "\(user.id.description)"), AdminPage.line("Role", role)]
        if let name = user.fullName { lines.append(AdminPage.line("Full name", "\(name)")) }
        if let email = user.email {
            lines.append(AdminPage.line("E-mail", user.emailVerifiedAt == nil ? "\(text: "\(email) (not confirmed yet)")" : "\(email)"))
        }
        lines.append(AdminPage.line("Since", "\(RFC3339.format(user.createdAt))"))
        lines.append(AdminPage.line("Sessions that go on", "\(sessionCount)"))
        lines.append(AdminPage.line("Second factor", user.hasSecondFactor ? "\(text: "yes")" : "\(text: "no")"))
        if let verified = user.verified { lines.append(AdminPage.line("Verified as a provider", verified ? "\(text: "yes")" : "\(text: "no")")) }
        lines += licences.map(\.line)
        if let eraseAt = user.eraseAt { lines.append(AdminPage.line("To be erased on", "\(RFC3339.format(eraseAt))")) }
        if let suspension = user.suspension {
            lines.append(AdminPage.line("Suspended since", "\(RFC3339.format(suspension.since)) (\(Self.said(suspension.reason)))"))
        }
        return lines
    }

    private var acts: HTML {
        let unlock: HTML = "<button type=\"submit\" class=\"second\" name=\"act\" value=\"unlock\">\(text: "Let them try to log in again")</button>"
        if user.suspension != nil {
            return "<p><button type=\"submit\" name=\"act\" value=\"resume\">\(text: "Let them in again")</button></p>\n<p>\(unlock)</p>"
        }
        let reasons = Suspension.Reason.allCases.map { (value: $0.rawValue, label: Self.said($0)) }
        return """
            <p>\(unlock)</p>
            \(SelectField(name: "reason", label: "Reason for a suspension", options: reasons).html)\
            <button type="submit" name="act" value="suspend">\(text: "Suspend this account")</button>
            """
    }

    private static func said(_ reason: Suspension.Reason) -> Text {
        switch reason {
        case .security: "Somebody else may have got in"
        case .abuse: "Against the rules of the platform"
        case .request: "The person asked for it"
        case .legal: "A court or an authority did"
        }
    }
}
