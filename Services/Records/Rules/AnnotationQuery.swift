import JSON

/// A search by annotations: `a,b` wants both, `(a,b)` either; `a,(b,c)` wants a, and b or c.
struct AnnotationQuery: Equatable, Sendable {
    static let mostWords = 30

    enum Refusal: Error, Equatable { case word(Annotations.Refusal), parentheses, tooMany }

    /// Each of these…
    var all: [String] = []
    /// …and one of each of these.
    var anyOf: [[String]] = []

    init() {}

    init(_ text: String) throws(Refusal) {
        var open: [String]?
        var current = ""
        // A comma is due after a closing parenthesis.
        var isClosed = false
        // By scalars, as words are checked: an accent after a comma makes no other character of it.
        for scalar in text.unicodeScalars {
            Looks.add()
            switch scalar {
            case "(":
                guard open == nil, !isClosed, current.allSatisfy(\.isWhitespace) else { throw .parentheses }
                open = []
                current = ""
            case ")":
                guard var group = open else { throw .parentheses }
                group.append(try Self.word(current))
                anyOf.append(group)
                open = nil
                current = ""
                isClosed = true
                guard count <= Self.mostWords else { throw .tooMany }
            case ",":
                if isClosed {
                    guard current.allSatisfy(\.isWhitespace) else { throw .parentheses }
                    isClosed = false
                } else if open != nil {
                    open?.append(try Self.word(current))
                } else {
                    all.append(try Self.word(current))
                }
                current = ""
                // Behind a word: what is too many is not read to its end.
                guard count + (open?.count ?? 0) <= Self.mostWords else { throw .tooMany }
            default: current.unicodeScalars.append(scalar)
            }
        }
        guard open == nil else { throw .parentheses }
        if isClosed {
            guard current.allSatisfy(\.isWhitespace) else { throw .parentheses }
        } else {
            all.append(try Self.word(current))
        }
        guard count <= Self.mostWords else { throw .tooMany }
    }

    /// Of words.
    private var count: Int { all.count + anyOf.reduce(0) { $0 + $1.count } }

    /// All that both ask for: who gives the parameter again may not ask for more than in one.
    mutating func add(_ other: AnnotationQuery) throws(Refusal) {
        all += other.all
        anyOf += other.anyOf
        guard count <= Self.mostWords else { throw .tooMany }
    }

    private static func word(_ text: String) throws(Refusal) -> String {
        do {
            return try Annotations.word(text)
        } catch {
            throw .word(error)
        }
    }
}
