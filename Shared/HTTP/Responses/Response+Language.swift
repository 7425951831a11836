import CareModels

extension Response {
    /// Says which language its texts are in, and that another one could have been asked for.
    package mutating func isWritten(in language: Language) {
        headers.replaceOrAdd(name: "Content-Language", value: language.tag)
        headers.add(name: "Vary", value: "Accept-Language")
    }
}
