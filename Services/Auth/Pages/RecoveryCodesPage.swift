import CareModels
import HTTP

/// Recovery codes, shown this once.
struct RecoveryCodesPage {
    var codes: [String]
    var form: FormContext

    var page: Page {
        let items = codes.map { code -> HTML in "<li>\(code)</li>\n" }
        return Page(
            title: "Your recovery codes",
            content: """
                <h1>\(text: "Your recovery codes")</h1>
                <p>\(text: "Write them down, or print them, and keep them where you keep important papers. Each lets you in once when your device is gone. They are not shown again.")</p>
                <ul class="codes">
                \(items)</ul>
                \(FactorsPage.wayBack(form))
                """)
    }
}
