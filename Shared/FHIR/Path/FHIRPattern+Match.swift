extension FHIRPattern {
    /// Where a group was found, by characters' places; group 0 is the whole.
    typealias Groups = [Int]

    /// The first match from `start` on; nil when there is none. `spend` is told what it cost, and ends it by throwing.
    func firstMatch(in text: [UnicodeScalar], from start: Int = 0, isWhole: Bool = false, spend: (Int) throws -> Void) throws -> Groups? {
        // What remembers the states is as long as the program.
        try spend(1 + program.count / 16)
        var threads = Threads(program.count)
        var following = Threads(program.count)
        var found: Groups?
        let none = Groups(repeating: -1, count: groups * 2)
        for position in start...max(text.count, start) {
            // A later beginning has the lowest rank, and none once something was found.
            if found == nil, !isWhole || position == start { follow(0, none, position, text, &threads) }
            // Also of what leads on without a character, each of which may remember where its groups are.
            try spend(1 + threads.cost / 8)
            if threads.list.isEmpty { break }
            for (counter, groups) in threads.list {
                switch program[counter] {
                case .done where !isWhole || position == text.count:
                    found = groups
                case .any where position < text.count: follow(counter + 1, groups, position + 1, text, &following)
                case .set(let set) where position < text.count && set.contains(text[position].value):
                    follow(counter + 1, groups, position + 1, text, &following)
                default: continue
                }
                if case .done = program[counter] { break }
            }
            swap(&threads, &following)
            following.clear()
        }
        return found
    }

    /// States of the machine at one place, the preferred first.
    private struct Threads {
        var list: [(Int, Groups)] = []
        /// Of looking at them.
        var cost = 0
        private var marks: [Int]
        private var mark = 1

        init(_ count: Int) { marks = Array(repeating: 0, count: count) }

        mutating func isNew(_ counter: Int) -> Bool {
            if marks[counter] == mark { return false }
            marks[counter] = mark
            return true
        }

        mutating func clear() {
            list.removeAll(keepingCapacity: true)
            cost = 0
            mark += 1
        }
    }

    /// All that can be reached without a character, by a stack of our own.
    private func follow(_ first: Int, _ groups: Groups, _ position: Int, _ text: [UnicodeScalar], _ threads: inout Threads) {
        var stack = [(first, groups)]
        while let (counter, groups) = stack.popLast() {
            guard threads.isNew(counter) else { continue }
            threads.cost += 1
            switch program[counter] {
            case .jump(let target): stack.append((target, groups))
            case .split(let preferred, let other):
                stack.append((other, groups))
                stack.append((preferred, groups))
            case .save(let place):
                threads.cost += 4
                var groups = groups
                groups[place] = position
                stack.append((counter + 1, groups))
            case .begin: if position == 0 { stack.append((counter + 1, groups)) }
            case .end: if position == text.count { stack.append((counter + 1, groups)) }
            case .boundary: if isBoundary(position, text) { stack.append((counter + 1, groups)) }
            case .noBoundary: if !isBoundary(position, text) { stack.append((counter + 1, groups)) }
            case .set(let set):
                threads.cost += set.cost
                threads.list.append((counter, groups))
            case .any, .done: threads.list.append((counter, groups))
            }
        }
    }

    private func isBoundary(_ position: Int, _ text: [UnicodeScalar]) -> Bool {
        func isWord(_ index: Int) -> Bool {
            text.indices.contains(index) && FHIRPatternSet.words.contains { $0.contains(text[index].value) }
        }
        return isWord(position - 1) != isWord(position)
    }
}
