import JSON

extension PasskeyRegistration.Sent {
    /// Of a page's form; nil when it is none. What browsers add to it later is passed over.
    init?(form text: String?) {
        guard let text, let sent = try? JSONDocument(Array(text.utf8), limits: .body).decode(PasskeyRegistration.Sent.self) else { return nil }
        self = sent
    }
}

extension PasskeyAssertion.Sent {
    /// Likewise.
    init?(form text: String?) {
        guard let text, let sent = try? JSONDocument(Array(text.utf8), limits: .body).decode(PasskeyAssertion.Sent.self) else { return nil }
        self = sent
    }
}
