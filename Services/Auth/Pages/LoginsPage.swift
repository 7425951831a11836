import CareModels
import HTTP

/// Where a person is logged in, and what apps may do for them, with a button at each that ends it.
struct LoginsPage {
    /// Of each.
    static let most = 50

    var sessions: [ListedSession]
    var apps: [ConsentedApp]
    var alert: Text?
    var form: FormContext

    var page: Page {
        Page(
            title: "Devices and apps",
            content: """
                <h1>\(text: "Devices and apps")</h1>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.logins.path)">
                \(form.hidden)
                <h2>\(text: "Where you are logged in")</h2>
                \(sessionList)
                <h2>\(text: "Apps that may do something for you")</h2>
                \(appList)
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.logins.address(in: $0) })
    }

    private var sessionList: HTML {
        guard !sessions.isEmpty else { return "<p class=\"soft\">\(text: "Nowhere but in this browser.")</p>" }
        let items = sessions.map { session -> HTML in
            let device = [session.device.map(Device.said), session.addressPrefix.map(Text.init(verbatim:))].compactMap { $0 }
            let place: Text = session.actorID == nil ? Text.list(device) : "Somebody who acts for you"
            return """
                <li><p id="session-\(session.id.description)">\(session.clientName)<span class="scope-name">\(place)</span></p>
                <button type="submit" class="second" name="session" value="\(session.id.description)" \
                aria-describedby="session-\(session.id.description)">\(text: "Log out there")</button></li>

                """
        }
        return "<ul class=\"scopes\">\n\(items)</ul>"
    }

    private var appList: HTML {
        guard !apps.isEmpty else { return "<p class=\"soft\">\(text: "None.")</p>" }
        let items = apps.enumerated().map { index, app -> HTML in
            let scopes = Scopes.sorted(Set(app.scopes)).map { scope -> HTML in "<span class=\"scope-name\">\(Scopes.explanation(scope))</span>" }
            return """
                <li><p id="app-\(index)">\(app.name)\(scopes)</p>
                <button type="submit" class="second" name="app" value="\(app.clientID)" aria-describedby="app-\(index)">\(text: "Withdraw")</button></li>

                """
        }
        return "<ul class=\"scopes\">\n\(items)</ul>"
    }
}
