/// Which elements a resource of a type has to have, and which make its summary (StructureDefinition: `min`, `isSummary`).
package struct ElementOutline: Sendable {
    private let required: Set<String>
    private let summary: Set<String>
    /// What may be of several types: `value`, of which valueQuantity is one.
    private let choices: [String]

    package func isRequired(_ element: String) -> Bool { contains(required, element) }

    package func isSummary(_ element: String) -> Bool { contains(summary, element) }

    /// One of the names is the choice that the element is of.
    package func isChoice(_ element: String, of names: Set<String>) -> Bool { choices.contains { names.contains($0) && Self.isOf($0, element) } }

    private func contains(_ names: Set<String>, _ element: String) -> Bool {
        names.contains(element) || choices.contains { names.contains($0) && Self.isOf($0, element) }
    }

    private static func isOf(_ choice: String, _ element: String) -> Bool {
        element.hasPrefix(choice) && element.dropFirst(choice.count).first?.isUppercase ?? false
    }

    package static func of(_ type: String, _ release: FHIRRelease) -> ElementOutline {
        (release == .r4 ? r4 : stu3)[type] ?? ElementOutline([])
    }

    private static let r4 = table(ElementOutlineTable.r4)
    private static let stu3 = table(ElementOutlineTable.stu3)

    /// A line for each type: its name, then elements: `!` is required, `+` of the summary, `*` both, and `[` behind it a choice.
    private static func table(_ text: StaticString) -> [String: ElementOutline] {
        let lines = text.description.split(separator: "\n")
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let words = line.split(separator: " ")
                return (String(words[0]), ElementOutline(words.dropFirst()))
            })
    }

    private init(_ words: some Sequence<Substring>) {
        var required: Set<String> = []
        var summary: Set<String> = []
        var choices: [String] = []
        for word in words {
            let isChoice = word.hasSuffix("[")
            let name = String(word.dropFirst().dropLast(isChoice ? 1 : 0))
            if isChoice { choices.append(name) }
            if word.first != "+", word.first != "-" { required.insert(name) }
            if word.first != "!", word.first != "-" { summary.insert(name) }
        }
        self.required = required
        self.summary = summary
        self.choices = choices
    }
}
