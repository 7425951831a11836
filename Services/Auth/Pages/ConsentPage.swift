import CareModels
import HTTP

/// Where a person sees what an app asks for, and decides.
struct ConsentPage {
    var clientName: String
    var user: UserRecord
    var scopes: [String]
    /// Where the answer goes: the host of the app's address, or its scheme.
    var destination: String
    var alert: Text?
    var form: FormContext

    var page: Page {
        Page(
            title: "Allow \(clientName)",
            content: """
                <h1>\(text: "Allow \(clientName)?")</h1>
                <p class="soft">\(text: "You are logged in as \(user.username).")</p>
                \(UnverifiedNotice(user: user).html)
                \(Page.alert(alert))
                \(Self.asks(scopes, byProvider: user.role == .provider))
                <form method="post" action="/oauth/consent">
                \(form.hidden)
                \(Self.buttons)
                </form>
                <p class="hint below">\(text: "Either way you go back to \(destination).")</p>
                \(somebodyElse)
                """,
            address: { form.address("/oauth/authorize", in: $0) })
    }

    /// For who finds the browser logged in as another. What was pushed cannot be asked otherwise than it was.
    private var somebodyElse: HTML? {
        let pairs = FormEncoding.again(form.request)
        guard !pairs.contains(where: { $0.name == "request_uri" }) else { return nil }
        let wishes = pairs.filter { $0.name == "prompt" }.flatMap { $0.value.split(separator: " ").map(String.init) }
        let prompt = (["login"] + wishes.filter { $0 == "consent" }).joined(separator: " ")
        let anew = pairs.filter { $0.name != "prompt" } + [(name: "prompt", value: prompt)]
        return "<p class=\"below\"><a href=\"/oauth/authorize?\(FormEncoding.encode(anew))\">\(text: "Not you? Log in as somebody else")</a></p>"
    }

    /// What is asked for, and for how long.
    static func asks(_ scopes: [String], byProvider: Bool) -> HTML {
        let items = scopes.map { scope -> HTML in
            "<li>\(Scopes.explanation(scope, byProvider: byProvider))<span class=\"scope-name\">\(scope)</span></li>\n"
        }
        return """
            <p id="asks">\(text: "It asks to:")</p>
            <ul class="scopes" aria-labelledby="asks">
            \(items)</ul>
            <p class="hint">\(text: "What you allow lasts until you withdraw it, in your account under “Devices and apps”.")</p>
            """
    }

    /// The form's.
    static var buttons: HTML {
        """
        <div class="buttons">
        <button type="submit" name="decision" value="allow">\(text: "Allow")</button>
        <button type="submit" name="decision" value="deny" class="second">\(text: "Deny")</button>
        </div>
        """
    }
}
