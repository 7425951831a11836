import CareModels
import HTTP

/// A labelled list of which one is chosen.
struct SelectField {
    var name: String
    var label: Text
    var options: [(value: String, label: Text)]
    var chosen = ""
    var hint: Text?

    var html: HTML {
        let items = options.map { option -> HTML in
            let selected: HTML? = option.value == chosen ? " selected" : nil
            return "<option value=\"\(option.value)\"\(selected)>\(option.label)</option>"
        }
        let describedBy: HTML? = hint == nil ? nil : " aria-describedby=\"\(name)-hint\""
        let hintLine: HTML? = hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\($0)</p>" }
        return """
            <div class="field"><label for="\(name)">\(label)</label>
            <select id="\(name)" name="\(name)"\(describedBy)>\(items)</select>
            \(hintLine)</div>

            """
    }
}
