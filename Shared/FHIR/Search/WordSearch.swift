import JSON

/// Words that are looked for in a resource's texts: each begins a word of them, whatever its case and accents, and in whatever order.
package struct WordSearch: Sendable, Equatable {
    package enum Place: Sendable {
        /// What people read of it.
        case narrative
        /// All texts and numbers; of the narrative what is between the tags.
        case content
    }

    /// Of one parameter: each is compared with every word of the texts.
    package static let most = 20

    /// Of these members, whatever holds them, nobody reads the value: files, digests and signatures.
    private static let unread: [StaticString] = ["data", "hash", "blob", "content", "valueBase64Binary"]
    private static let narrative: StaticString = "div"

    let place: Place
    /// Folded, each once.
    private let words: [[UInt8]]
    /// By their places among the words: all of one of these.
    private let values: [[Int]]
    /// Whether a word begins with the byte.
    private let begins: [Bool]

    init(_ name: String, _ texts: [String], in place: Place) throws(SearchFault) {
        var words: [[UInt8]] = []
        var values: [[Int]] = []
        for text in texts {
            var value: [Int] = []
            for word in FoldedWords.of(text) {
                let known = words.firstIndex(of: word) ?? words.count
                if known == words.count { words.append(word) }
                value.append(known)
                guard words.count <= Self.most else { throw SearchFault(name, "must have at most \(limit: Self.most) words") }
            }
            guard !value.isEmpty else { throw SearchFault(name, "must have a letter or digit") }
            values.append(value)
        }
        var begins = Array(repeating: false, count: 256)
        for word in words { begins[Int(word[0])] = true }
        (self.place, self.words, self.values, self.begins) = (place, words, values, begins)
    }

    package func holds(of resource: JSONValue) -> Bool {
        switch place {
        case .narrative:
            guard let div = resource["text"]?["div"], div.kind == .string else { return false }
            var looking = Looking(words.count)
            return look(&looking, into: div)
        case .content:
            var looking = Looking(words.count)
            let nodes = resource.document.nodes
            for index in resource.index..<Int(nodes[resource.index].after) where nodes[index].kind == .string || nodes[index].kind == .number {
                if look(&looking, into: JSONValue(document: resource.document, index: index)) { return true }
            }
            return false
        }
    }

    /// What was found so far, and room for a text's words.
    private struct Looking {
        var isFound: [Bool]
        var folded: [UInt8] = []

        init(_ words: Int) { isFound = Array(repeating: false, count: words) }
    }

    /// True when nothing is left to be found.
    private func look(_ looking: inout Looking, into value: JSONValue) -> Bool {
        let document = value.document
        let node = document.nodes[value.index]
        return document.bytes.withUnsafeBufferPointer { bytes in
            let key = node.isMember ? UnsafeBufferPointer(rebasing: bytes[Int(node.keyStart)..<Int(node.keyEnd)]) : nil
            func isCalled(_ name: StaticString) -> Bool { key.map { key in name.withUTF8Buffer { $0.elementsEqual(key) } } ?? false }
            let isText = node.kind == .string
            if isText, Self.unread.contains(where: isCalled) { return false }
            let inner = isText ? Int(node.start) + 1..<Int(node.end) - 1 : Int(node.start)..<Int(node.end)
            looking.folded.removeAll(keepingCapacity: true)
            let raw = UnsafeBufferPointer(rebasing: bytes[inner])
            let isNarrative = isText && isCalled(Self.narrative)
            if node.isEscaped {
                JSONText.decode(raw, isEscaped: true).withUnsafeBufferPointer { Self.fold($0, isNarrative: isNarrative, into: &looking.folded) }
            } else {
                Self.fold(raw, isNarrative: isNarrative, into: &looking.folded)
            }
            return compare(&looking)
        }
    }

    private static func fold(_ text: UnsafeBufferPointer<UInt8>, isNarrative: Bool, into folded: inout [UInt8]) {
        guard isNarrative else { return FoldedWords.fold(text, into: &folded) }
        NarrativeText.plain(text).withUnsafeBufferPointer { FoldedWords.fold($0, into: &folded) }
    }

    private func compare(_ looking: inout Looking) -> Bool {
        var foundOne = false
        let folded = looking.folded
        var start = 0
        while start < folded.count {
            if begins[Int(folded[start])] {
                for (place, word) in words.enumerated() where !looking.isFound[place] && folded[start...].starts(with: word) {
                    looking.isFound[place] = true
                    foundOne = true
                }
            }
            guard let space = folded[start...].firstIndex(of: FoldedWords.space) else { break }
            start = space + 1
        }
        return foundOne && values.contains { $0.allSatisfy { looking.isFound[$0] } }
    }
}
