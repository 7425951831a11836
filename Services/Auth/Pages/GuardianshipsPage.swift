import CareModels
import Foundation
import HTTP

/// Who may act for a person, and for whom they may, with a button at each that ends it.
struct GuardianshipsPage {
    static let most = 50

    var guardianships: [ListedGuardianship]
    var reader: UserID
    var now: Date
    var alert: Text?
    var form: FormContext

    var page: Page {
        let own = guardianships.filter { $0.guardianship.ward == reader }
        let others = guardianships.filter { $0.guardianship.ward != reader }
        return Page(
            title: "Acting for somebody else",
            content: """
                <h1>\(text: "Acting for somebody else")</h1>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.guardianships.path)">
                \(form.hidden)
                <h2>\(text: "Who may act for you")</h2>
                \(list(own.map(guardian)))
                <h2>\(text: "For whom you may act")</h2>
                \(list(others.map(ward)))
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.guardianships.address(in: $0) })
    }

    private func list(_ items: [HTML]) -> HTML { items.isEmpty ? "<p class=\"soft\">\(text: "Nobody.")</p>" : "<ul class=\"scopes\">\n\(items)</ul>" }

    private func guardian(_ listed: ListedGuardianship) -> HTML {
        let guardianship = listed.guardianship
        let name: HTML =
            switch (listed.guardianName, guardianship.invitedEmail) {
            case (let name?, _): "\(name)"
            case (nil, let address?): "\(address)"
            case (nil, nil): "\(text: "Somebody who was invited")"
            }
        return item(guardianship, name, [(name: "end", label: guardianship.acceptedAt == nil ? "Take the invitation back" : "End it")])
    }

    private func ward(_ listed: ListedGuardianship) -> HTML {
        let guardianship = listed.guardianship
        let isInvited = guardianship.acceptedAt == nil
        let buttons: [(name: String, label: Text)] = isInvited ? [("accept", "Accept"), ("end", "Decline")] : [("end", "End it")]
        return item(guardianship, "\(listed.wardName)", buttons)
    }

    private func item(_ guardianship: Guardianship, _ name: HTML, _ buttons: [(name: String, label: Text)]) -> HTML {
        let id = guardianship.id.description
        let waits: HTML? = guardianship.acceptedAt == nil ? "<span class=\"scope-name\">\(text: "Invited, not accepted yet")</span>" : nil
        let ends: HTML? = guardianship.endsAt.map { "<span class=\"scope-name\">\(text: "Until \(Erasure.spelled($0))")</span>" }
        let shown = buttons.map { button -> HTML in
            """
            <button type="submit" class="second" name="\(button.name)" value="\(id)" aria-describedby="guardianship-\(id)">\(button.label)</button>
            """
        }
        return """
            <li><p id="guardianship-\(id)">\(name)\(waits)\(ends)</p>
            \(shown)</li>

            """
    }
}
