import HTTP

/// What a write's answer holds (Prefer: return=…; RFC 7240).
enum Preference: Sendable {
    case representation, minimal, outcome

    init(_ request: Request, default standard: Preference = .representation) {
        let words = Self.words(request)
        if words.contains("return=minimal") {
            self = .minimal
        } else if words.contains("return=OperationOutcome") {
            self = .outcome
        } else if words.contains("return=representation") {
            self = .representation
        } else {
            self = standard
        }
    }

    /// `handling=lenient`: what is not known is passed over.
    static func isLenient(_ request: Request) -> Bool { words(request).contains("handling=lenient") }

    /// `respond-async`: in the background.
    static func isAsync(_ request: Request) -> Bool { words(request).contains("respond-async") }

    /// Names in whatever case, and values with or without quotes.
    private static func words(_ request: Request) -> [String] {
        request.headers[canonicalForm: "Prefer"].flatMap { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.split(separator: ";") }.map { word in
            let name = word.prefix { $0 != "=" }
            return name.lowercased() + String(word[name.endIndex...])
        }
    }
}
