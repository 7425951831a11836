import CareModels
import Foundation
import HTTP

/// What a person proves themselves by beside the password, with a button at each that takes it away, and ways to add more.
struct FactorsPage {
    var factors: FactorsView
    var takesPasskeys: Bool
    var alert: Text?
    var form: FormContext

    var page: Page {
        Page(
            title: "Second factors and passkeys",
            content: """
                <h1>\(text: "Second factors and passkeys")</h1>
                <p class="soft">\(text: "Whoever learns your password cannot sign in without one of these.")</p>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.factors.path)">
                \(form.hidden)
                \(list)
                \(recovery)
                \(Self.buttons(hasCodes: hasCodes, takesPasskeys: takesPasskeys))
                </form>
                \(renamings)
                \(form.wayOn)
                \(AccountPlace.wayBack)
                """,
            address: { language in AdminPage.address(AccountPlace.factors.path, [(AccountPlace.goOn, form.goOn ?? ""), (PageLanguage.parameter, language.tag)]) })
    }

    private var hasCodes: Bool { factors.factors.contains { $0.kind == .totp } }

    private var list: HTML {
        guard !factors.factors.isEmpty else { return "<p>\(text: "You have none.")</p>" }
        let items = factors.factors.map { item -> HTML in
            """
            <li><p id="factor-\(item.id.description)">\(Self.name(item))\(Self.use(item))</p>
            \(Self.renaming(item))\
            <button type="submit" class="second" name="remove" value="\(item.id.description)" \
            aria-describedby="factor-\(item.id.description)">\(text: "Remove")</button></li>

            """
        }
        return "<ul class=\"scopes\">\n\(items)</ul>"
    }

    /// A passkey's name is changed in a form of its own: whoever presses Enter in its field means that, and not the first button of the list.
    private static func renaming(_ item: FactorsView.Item) -> HTML? {
        guard item.kind == .passkey else { return nil }
        let form = "rename-\(item.id.description)"
        return """
            <p><label for="name-\(item.id.description)">\(text: "Name of the passkey")</label>
            <input id="name-\(item.id.description)" name="name" form="\(form)" value="\(item.name ?? "")" maxlength="\(Passkey.longestName)" required \
            autocomplete="off">
            <button type="submit" class="second" name="rename" value="\(item.id.description)" form="\(form)" \
            aria-describedby="factor-\(item.id.description)">\(text: "Rename")</button></p>

            """
    }

    private var renamings: HTML {
        let forms = factors.factors.filter { $0.kind == .passkey }.map { item -> HTML in
            """
            <form id="rename-\(item.id.description)" method="post" action="\(AccountPlace.factors.path)">\(form.hidden)</form>

            """
        }
        return "\(forms)"
    }

    private static func name(_ item: FactorsView.Item) -> HTML { item.name.map { "\($0)" } ?? "\(text: "Codes of an authenticator app")" }

    /// In days, as they are all over the world.
    private static func use(_ item: FactorsView.Item) -> HTML? {
        guard item.kind == .passkey else { return nil }
        let line: Text = item.lastUsedAt.map { "Passkey, last used on \(Self.day($0))" } ?? "Passkey, not used yet"
        return "<span class=\"scope-name\">\(line)</span>"
    }

    private static func day(_ instant: Date) -> String { String(instant.formatted(.iso8601).prefix(10)) }

    private var recovery: HTML? {
        guard !factors.factors.isEmpty else { return nil }
        return """
            <h2>\(text: "Recovery codes")</h2>
            <p>\(text: "Each lets you in once when your device is gone. You have \(factors.recoveryCodesLeft, "code", "codes") left.")</p>
            <button type="submit" class="second" name="renew" value="codes">\(text: "Make new recovery codes")</button>
            <h2>\(text: "Add another")</h2>
            """
    }

    static func buttons(hasCodes: Bool, takesPasskeys: Bool) -> HTML {
        let codes: HTML? =
            hasCodes ? nil : "<button type=\"submit\" formaction=\"\(AccountPlace.factors.path)/totp\">\(text: "Set up an authenticator app")</button>"
        let passkey: HTML? =
            takesPasskeys
            ? "<p class=\"or\"><button type=\"submit\" formaction=\"\(AccountPlace.factors.path)/passkey\">\(text: "Add a passkey")</button></p>" : nil
        return "\(codes)\(passkey)"
    }

    /// From where one is set up.
    static func wayBack(_ form: FormContext) -> HTML {
        form.wayOn ?? "<p class=\"below\"><a href=\"\(AccountPlace.factors.path)\">\(text: "Back to your second factors")</a>\(AccountPlace.wayOut)</p>"
    }
}
