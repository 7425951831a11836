import FHIR
import JSON

/// What rules of content ask of one resource, by its body or by what a search has of it: its codes are read once, however many rules there are. Somebody may be given a
/// record by a thousand consents, and a resource may have a hundred thousand codes.
final class ContentCodes {
    enum Part { case categories, codes, parts }

    /// Of one part. With more, nothing is known of it.
    static let most = 10_000

    let type: String
    /// Its annotations; nil when nobody knows them.
    private(set) lazy var words: Set<String>? = readWords()
    /// Codes that were read, and such as rules name that were looked for among them.
    private(set) var looks = 0

    private let readWords: () -> Set<String>?
    /// Gives each to the closure, until that says no.
    private let read: (Part, (String?, String?) -> Bool) -> Void
    private var known: [Part: Set<CodeToken>?] = [:]

    init(_ resource: JSONValue, _ words: [String]?) {
        type = resource["resourceType"]?.string ?? ""
        readWords = { words.map { Set($0) } }
        read = { part, take in
            let codings: [JSONValue] =
                switch part {
                case .categories: resource.codings(of: "category")
                case .codes: ContentRule.codeElements.flatMap { resource.codings(of: $0) }
                case .parts: resource.codingsOfParts
                }
            for coding in codings {
                guard take(coding["system"]?.string, coding["code"]?.string) else { return }
            }
        }
    }

    init(_ index: SearchIndex, of type: String) {
        self.type = type
        readWords = {
            Set(
                index.values(SearchIndex.annotations).compactMap { value -> String? in
                    guard case .string(let word) = value else { return nil }
                    return word
                })
        }
        read = { part, take in
            let sections: [Int] =
                switch part {
                case .categories: [SearchIndex.categories]
                case .codes: [SearchIndex.subjects]
                case .parts: [SearchIndex.parts] + (type == "Observation" ? ContentRule.componentCodes : [])
                }
            for section in sections {
                let isOver = index.contains(section) { value in
                    guard case .token(let system, let code, _) = value else { return false }
                    return !take(system, code)
                }
                if isOver { return }
            }
        }
    }

    /// Whether it has one of these; nil when it has too many to tell.
    func names(_ tokens: Set<CodeToken>, _ part: Part) -> Bool? {
        guard let codes = codes(part) else { return nil }
        let (few, many) = tokens.count < codes.count ? (tokens, codes) : (codes, tokens)
        looks += few.count + 1
        return few.contains { many.contains($0) }
    }

    /// With each of them, what stands for it: its code in any system, any code of its system, any at all.
    private func codes(_ part: Part) -> Set<CodeToken>? {
        if let found = known[part] { return found }
        var codes: Set<CodeToken> = []
        var count = 0
        read(part) { system, code in
            count += 1
            guard count <= Self.most else { return false }
            codes.insert(CodeToken(system: system, code: code))
            codes.insert(CodeToken(system: nil, code: code))
            codes.insert(CodeToken(system: system, code: nil))
            codes.insert(CodeToken())
            return true
        }
        looks += count
        let whole: Set<CodeToken>? = count > Self.most ? nil : codes
        known.updateValue(whole, forKey: part)
        return whole
    }
}
