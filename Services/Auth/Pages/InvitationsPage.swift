import CareModels
import HTTP

/// Which organisations ask somebody to join.
struct InvitationsPage {
    static let most = 50

    var invitations: [OwnInvitation]
    /// Nobody sees what was mailed to an address before they have proven that it is theirs.
    var isAddressConfirmed: Bool
    var alert: Text?
    var form: FormContext

    var page: Page {
        let unconfirmed: HTML? =
            isAddressConfirmed ? nil : "<p class=\"soft\">\(text: "Invitations that were mailed are shown once your e-mail address is confirmed.")</p>"
        return Page(
            title: "Invitations",
            content: """
                <h1>\(text: "Invitations")</h1>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.invitations.path)">
                \(form.hidden)
                \(list)
                </form>
                \(unconfirmed)
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.invitations.address(in: $0) })
    }

    private var list: HTML {
        guard !invitations.isEmpty else { return "<p class=\"soft\">\(text: "Nobody asks you to join them just now.")</p>" }
        let items = invitations.map { own -> HTML in
            let id = own.invitation.id.description
            let roles = own.invitation.roles.sorted().map { role -> HTML in "<span class=\"scope-name\">\(role.name)</span>" }
            return """
                <li><p id="invitation-\(id)">\(own.organisationName)\(roles)</p>
                <button type="submit" class="second" name="invitation" value="\(id)" aria-describedby="invitation-\(id)">\(text: "Join")</button></li>

                """
        }
        return "<ul class=\"scopes\">\n\(items)</ul>"
    }
}

extension OrganisationRole {
    /// As people call it.
    var name: Text {
        switch self {
        case .owner: "owner"
        case .administrator: "administrator"
        case .practitioner: "practitioner"
        case .receptionist: "receptionist"
        case .reviewer: "reviewer"
        }
    }
}
