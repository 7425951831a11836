import CareModels
import HTTP

/// A labelled input with its hint and its fault, tied together for screen readers.
struct Field {
    var name: String
    var label: Text
    var type = "text"
    var value = ""
    var autocomplete = "off"
    var hint: Text?
    var fault: Text?
    var isOptional = false
    var isFocused = false
    var most: Int?
    /// Of what may have several lines.
    var rows: Int?

    /// A fault says what is wanted, so the hint and "optional" give way to it.
    var html: HTML {
        let hint = fault == nil ? hint : nil
        let isOptional = isOptional && fault == nil
        let describers = [hint == nil ? nil : "\(name)-hint", fault == nil ? nil : "\(name)-fault"].compactMap { $0 }
        let describedBy: HTML? = describers.isEmpty ? nil : " aria-describedby=\"\(describers.joined(separator: " "))\""
        let invalid: HTML? = fault == nil ? nil : " aria-invalid=\"true\""
        let required: HTML? = self.isOptional ? nil : " required"
        let focus: HTML? = isFocused ? " autofocus" : nil
        let limit: HTML? = most.map { " maxlength=\"\($0)\"" }
        let optional: HTML? = isOptional ? " <span class=\"optional\">\(text: "(optional)")</span>" : nil
        let hintLine: HTML? = hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\($0)</p>" }
        let faultLine: HTML? = fault.map { "<p class=\"fault\" id=\"\(name)-fault\">\(label) \($0).</p>" }
        return """
            <div class="field">
            <label for="\(name)">\(label)\(optional)</label>
            \(input("autocomplete=\"\(autocomplete)\" autocapitalize=\"none\" spellcheck=\"false\"\(limit)\(required)\(focus)\(describedBy)\(invalid)"))
            \(hintLine)\(faultLine)
            </div>

            """
    }

    private func input(_ attributes: HTML) -> HTML {
        // A parser drops the line feed behind the tag, and none of the value.
        rows.map { "<textarea id=\"\(name)\" name=\"\(name)\" rows=\"\($0)\" \(attributes)>\n\(value)</textarea>" }
            ?? "<input id=\"\(name)\" name=\"\(name)\" type=\"\(type)\" value=\"\(value)\" \(attributes)>"
    }
}
