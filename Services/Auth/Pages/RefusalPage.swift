import CareModels

/// What a person sees where a browser shows an answer that says no: what they can do about it.
struct RefusalPage {
    let status: Int
    /// By which its makers find it in the log.
    let requestID: String

    var page: Page {
        .refusing(
            "This did not work", explanation,
            advice: "Go back to the app and try again. If it happens again, tell its makers what this page says, and the request: \(requestID)")
    }

    private var explanation: Text {
        switch status {
        case 413: "What was sent is too long."
        case 415: "What was sent is not a form of ours."
        case 429: "Too much was asked of us from where you are. Please wait a moment."
        case 400..<500: "What was sent cannot be read: something in it is broken, or there twice."
        default: "Something of ours does not answer right now. Please try again in a moment."
        }
    }
}
