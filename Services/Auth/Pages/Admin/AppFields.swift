import CareModels
import HTTP

/// What an operator says of an app, in the form that makes one and in the one that changes one. By the API's names; of a list each on a line of its own.
struct AppFields {
    var values: [String: String]
    var faults: [Fault] = []

    private static let names = ["id", "name", "redirectUris", "origins", "scopes"]

    /// Of an app that is there.
    init(_ client: Client) {
        values = [
            "name": client.name, "redirectUris": client.redirectURIs.joined(separator: "\n"), "origins": client.origins.joined(separator: "\n"),
            "scopes": Scopes.sorted(client.scopes).joined(separator: "\n"), "trusted": client.isFirstParty ? "yes" : ""
        ]
    }

    /// As they were typed; nothing at first.
    init(typed: [String: String] = [:], faults: [Fault] = []) {
        values = typed
        self.faults = faults
    }

    var html: HTML {
        let checked: HTML? = values["trusted"] == "yes" ? " checked" : nil
        return """
            \(field("name", "Name", hint: "As people read it who are asked to let it in", most: 100).html)\
            \(listField("redirectUris", "Redirect addresses", hint: "Where answers go, one on each line").html)\
            \(listField("origins", "Origins of its pages", hint: "Such as https://app.example.org, one on each line; those of redirect addresses count anyway").html)\
            \(listField("scopes", "Scopes", hint: "What it may ask for, such as openid profile; without any, who somebody is").html)\
            <p><label class="choice"><input type="checkbox" name="trusted" value="yes"\(checked)> \(text: "Run by the platform itself")</label></p>\
            \(elsewhere)
            """
    }

    func field(_ name: String, _ label: Text, hint: Text, most: Int? = nil) -> Field {
        let fault = faults.first { $0.field == name }
        return Field(
            name: name, label: label, value: values[name] ?? "", hint: hint, fault: fault?.message, isFocused: fault != nil && fault == faults.first, most: most)
    }

    private func listField(_ name: String, _ label: Text, hint: Text) -> Field {
        // A list's faults are of its items.
        let fault = faults.first { $0.field == name || $0.field.hasPrefix("\(name)[") }
        return Field(
            name: name, label: label, value: values[name] ?? "", hint: hint, fault: fault?.message, isOptional: true,
            isFocused: fault != nil && fault == faults.first, rows: 3)
    }

    /// What is wrong with what these forms do not show.
    private var elsewhere: HTML? {
        let fault = faults.first { fault in !Self.names.contains { fault.field == $0 || fault.field.hasPrefix("\($0)[") } }
        return fault.map { "<p class=\"alert\" role=\"alert\">\(AdminPage.word($0.field)) \($0.message).</p>" }
    }
}

extension [String: String] {
    /// The words of a list that was typed.
    func typedList(_ name: String) -> [String] { (self[name] ?? "").split(whereSeparator: \.isWhitespace).map(String.init) }
}
