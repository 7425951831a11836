/// What an operator makes on the page of apps; all else of a client is for the API and the terminal.
enum AppKind: String, CaseIterable {
    /// In a browser or on a phone: it can keep no secret.
    case `public`
    /// With a server of its own.
    case confidential
    /// Nobody logs in to it.
    case machine
}
