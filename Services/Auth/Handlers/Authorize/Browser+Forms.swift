import CareModels

extension Browser {
    /// Why a form is not taken that nobody could send from a page of ours in this browser. One that keeps no cookies would send every form in vain.
    var refusal: Text { isNew ? "Your browser did not send our cookie back. Try again, and allow cookies for this address if that does not help." : Visit.staleForm }

    /// What each form of a page carries that is shown to this browser about a request.
    func form(about request: String, _ forms: FormTokens) -> FormContext {
        FormContext(request: request, token: forms.token(browser: id, session: session, request: request))
    }

    /// Whether the form was sent from a page about that request which this browser got from us.
    func sent(_ form: [String: String], about request: String, _ forms: FormTokens) -> Bool {
        forms.accepts(form["form_token"], browser: isNew ? nil : id, session: session, request: request)
    }
}
