/// The search that a creation hangs on, as a client sends it: what stands behind a question mark (http://hl7.org/fhir/R4/http.html#ccreate). Some send the type and the
/// mark before it, too, and HAPI's client the whole address of the search.
enum SentCondition {
    static func query(_ text: String, of type: String) -> String {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text }
        let address = text[..<mark]
        // What is no address is a parameter by then, whose value has the mark.
        guard !address.utf8.contains(UInt8(ascii: "=")) else { return text }
        let isWhole = address.hasPrefix("http://") || address.hasPrefix("https://")
        guard address.isEmpty || address == type || isWhole && address.hasSuffix("/" + type) else { return text }
        return String(text[text.utf8.index(after: mark)...])
    }
}
