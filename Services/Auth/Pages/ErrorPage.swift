import CareModels

/// Shown when nothing can be sent to the app, since its request or its address is wrong.
struct ErrorPage {
    var fault: AuthorizationRequest.PageFault

    var page: Page {
        .refusing("This link does not work", explanation, advice: "Go back to the app and try again. If it happens again, tell its makers what this page says.")
    }

    private var explanation: Text {
        switch fault {
        case .unknownClient: "The app that sent you here is not known to Careline (client_id)."
        case .wrongRedirect: "The app asked to be answered at an address that it has not registered (redirect_uri)."
        case .wrongLoopback:
            """
            The app asked to be answered at an address of this device that it has not registered so (redirect_uri). Of 127.0.0.1 and [::1] any port is taken, and the \
            rest as it is registered; of localhost the whole address, with its port.
            """
        case .repeated: "The app sent client_id or redirect_uri more than once."
        case .notPushed: "What the app asked for is not known here any more (request_uri): it was used already, or more than ten minutes have passed."
        case .tooLong: "What the app asked for is longer than \(AuthorizationRequest.longest) characters."
        case .unreadable: "What the app asked for is not written as an address is."
        }
    }
}
