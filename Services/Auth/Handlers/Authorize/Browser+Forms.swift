extension Browser {
    /// What each form of a page carries that is shown to this browser about a request.
    func form(about request: String, _ forms: FormTokens) -> FormContext {
        FormContext(request: request, token: forms.token(browser: id, session: session, request: request))
    }

    /// Whether the form was sent from a page about that request which this browser got from us.
    func sent(_ form: [String: String], about request: String, _ forms: FormTokens) -> Bool {
        forms.accepts(form["form_token"], browser: isNew ? nil : id, session: session, request: request)
    }
}
