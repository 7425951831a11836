import CareModels

extension HTTPHeaders {
    /// What the client's `Accept-Language` asks for. Read where a text is written, not before.
    package var language: Language { .preferred(by: self["Accept-Language"]) }
}

extension Request {
    package var language: Language { headers.language }
}
