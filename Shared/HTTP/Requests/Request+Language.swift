import CareModels

extension HTTPHeaders {
    /// What the client's `Accept-Language` asks for. Read where a text is written, not before.
    package var language: Language { .preferred(by: self["Accept-Language"]) }

    /// A browser that shows its person what comes; a program says nothing of the kind.
    package var readsPages: Bool { self["Accept"].contains { $0.lowercased().contains("text/html") } }
}

extension Request {
    package var language: Language { headers.language }
}
