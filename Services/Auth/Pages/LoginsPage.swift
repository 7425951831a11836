import CareModels
import Foundation
import HTTP

/// Where a person is logged in, and what apps may do for them, with a button at each that ends it.
struct LoginsPage {
    /// Of each.
    static let most = 50

    var sessions: [ListedSession]
    var browsers: [ListedBrowser]
    /// The hash of the secret of the browser that shows it.
    var current: [UInt8]?
    var apps: [ConsentedApp]
    /// Who sees the page.
    var isProvider: Bool
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
                <h2>\(text: "Browsers that are logged in here")</h2>
                \(browserList)
                \(everywhereElse)
                <h2>\(text: "Apps that may do something for you")</h2>
                \(appList)
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.logins.address(in: $0) })
    }

    private var sessionList: HTML {
        guard !sessions.isEmpty else { return "<p class=\"soft\">\(text: "In no app.")</p>" }
        let items = sessions.map { session -> HTML in
            let place: Text = session.actorID == nil ? Self.said(session.device) : "Somebody who acts for you"
            return """
                <li><p id="session-\(session.id.description)">\(session.clientName)<span class="scope-name">\(place)</span>\
                <span class="scope-name">\(text: "Last used \(Self.spelled(session.lastUsedAt))")</span></p>
                <button type="submit" class="second" name="session" value="\(session.id.description)" \
                aria-describedby="session-\(session.id.description)">\(text: "Log out there")</button></li>

                """
        }
        return "<ul class=\"scopes\">\n\(items)</ul>"
    }

    private static func said(_ device: SignInDevice) -> Text {
        Text.list([device.name.map(Device.said), device.addressPrefix.map(Text.init(verbatim:))].compactMap { $0 })
    }

    /// Readers' clocks are known to nobody.
    private static func spelled(_ instant: Date) -> String { Erasure.spelled(instant) }

    /// With the one that shows the page, which has a way to log out on each page.
    private var browserList: HTML {
        let items = browsers.enumerated().map { index, browser -> HTML in
            let isCurrent = browser.tokenHash == current
            let here: HTML? = isCurrent ? "<span class=\"scope-name\">\(text: "This browser")</span>" : nil
            let name: Text = browser.device.name.map(Device.said) ?? "A browser"
            let address: HTML? = browser.device.addressPrefix.map { "<span class=\"scope-name\">\($0)</span>" }
            let button: HTML? =
                isCurrent
                ? nil
                : """
                <button type="submit" class="second" name="browser" value="\(browser.id.description)" \
                aria-describedby="browser-\(index)">\(text: "Log out there")</button>
                """
            return """
                <li><p id="browser-\(index)">\(name)\(address)\
                <span class="scope-name">\(text: "Since \(Self.spelled(browser.authTime))")</span>\
                <span class="scope-name">\(text: "Last used \(Self.spelled(browser.lastUsedAt))")</span>\(here)</p>
                \(button)</li>

                """
        }
        return "<ul class=\"scopes\">\n\(items)</ul>"
    }

    private var everywhereElse: HTML {
        """
        <p class="hint" id="everywhere-else">\(text: "This ends every session above, in this browser's apps too, and logs every other browser out.")</p>
        <button type="submit" class="second" name="others" value="all" aria-describedby="everywhere-else">\(text: "Log out everywhere else")</button>
        """
    }

    private var appList: HTML {
        guard !apps.isEmpty else { return "<p class=\"soft\">\(text: "None.")</p>" }
        let items = apps.enumerated().map { index, app -> HTML in
            let scopes = Scopes.sorted(Set(app.scopes)).map { scope -> HTML in
                "<span class=\"scope-name\">\(Scopes.explanation(scope, byProvider: isProvider))</span>"
            }
            return """
                <li><p id="app-\(index)">\(app.name)\(scopes)</p>
                <button type="submit" class="second" name="app" value="\(app.clientID)" aria-describedby="app-\(index)">\(text: "Withdraw")</button></li>

                """
        }
        return "<ul class=\"scopes\">\n\(items)</ul>"
    }
}
