import CareModels
import HTTP

/// Where a person shows a picture of themselves, or takes it away.
struct PicturePage {
    /// The address of the one that there is.
    static let image = AccountPlace.picture.path + "/image"

    var hasPicture: Bool
    var fault: Text?
    var alert: Text?
    var form: FormContext

    var page: Page {
        Page(
            title: "Change your picture",
            content: """
                <h1>\(text: "Change your picture")</h1>
                \(Page.alert(alert))
                <p class="soft">\(text: "Whoever is logged in here can see it. Where and when it was taken is left out of it.")</p>
                \(shown)
                <form method="post" action="\(AccountPlace.picture.path)" enctype="multipart/form-data">
                \(form.hidden)
                \(field)
                <div class="buttons">
                <button type="submit">\(text: "Save")</button>
                \(removal)
                </div>
                </form>
                \(AccountPlace.wayBack)
                """,
            address: { AccountPlace.picture.address(in: $0) })
    }

    private var shown: HTML? {
        hasPicture ? "<img class=\"picture\" src=\"\(Self.image)\" alt=\"\(text: "Your picture")\">" : nil
    }

    private var field: HTML {
        let invalid: HTML? = fault == nil ? nil : " aria-invalid=\"true\" autofocus"
        let faultLine: HTML? = fault.map { "<p class=\"fault\" id=\"picture-fault\">\(text: "File") \($0).</p>" }
        let describedBy: HTML = fault == nil ? "picture-hint" : "picture-hint picture-fault"
        return """
            <div class="field">
            <label for="picture">\(text: "File")</label>
            <input id="picture" name="picture" type="file" accept="\(Avatar.contentTypes.joined(separator: ","))" required aria-describedby="\(describedBy)"\(invalid)>
            <p class="hint" id="picture-hint">\(text: "PNG, JPEG or WebP, of at most \(Avatar.most >> 20) MiB and \(Avatar.longestSide) pixels wide and high.")</p>
            \(faultLine)
            </div>
            """
    }

    /// Whoever takes it away has chosen no other.
    private var removal: HTML? {
        hasPicture ? "<button type=\"submit\" class=\"second\" name=\"remove\" value=\"yes\" formnovalidate>\(text: "Take it away")</button>" : nil
    }
}
