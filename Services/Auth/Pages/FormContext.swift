import HTTP

/// What every form of the pages carries: the authorization request that it belongs to, and proof that the page was ours.
struct FormContext: Sendable {
    /// The authorization request's query.
    var request: String
    var token: String

    var hidden: HTML {
        """
        <input type="hidden" name="request" value="\(request)">
        <input type="hidden" name="form_token" value="\(token)">
        """
    }
}
