import CareModels
import HTTP

/// Where a person types the code that a device shows.
struct DevicePage {
    var username: String
    var code = ""
    var fault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        let field = Field(
            name: "user_code", label: "Code on the device", value: code, hint: "Eight letters, such as BCDF-GHJK", fault: fault, isFocused: true,
            most: 32)
        return Page(
            title: "Connect a device",
            content: """
                <h1>\(text: "Connect a device")</h1>
                <p class="soft">\(text: "You are logged in as \(username).")</p>
                \(Page.alert(alert))
                <form method="post" action="\(AccountPlace.device.path)">
                \(form.hidden)
                \(field.html)<button type="submit">\(text: "Go on")</button>
                </form>
                <p class="hint below">\(text: "Type only a code that stands on a device before you. Nobody from Careline asks you for one.")</p>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.device.address(in: $0) })
    }
}
