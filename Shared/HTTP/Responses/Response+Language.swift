import CareModels

extension Response {
    /// Says which language its texts are in, and that another one could have been asked for.
    package mutating func isWritten(in language: Language) {
        headers.replaceOrAdd(name: "Content-Language", value: language.tag)
        headers.add(name: "Vary", value: "Accept-Language")
    }

    /// The same, of an answer that was just made. Of what has a version the strong tag names the language too, since another one has other bytes: `"3"` in English,
    /// `"3.fr"` in French. A write asks for the version, which stands before the dot, so it may have read it in any.
    package func written(in language: Language, version: Int? = nil) -> Response {
        var response = self
        response.isWritten(in: language)
        guard let version else { return response }
        let tag = language == .english ? EntityTag(version: version) : EntityTag("\(version).\(language.tag)")
        response.headers.replaceOrAdd(name: "ETag", value: tag.description)
        return response
    }
}
