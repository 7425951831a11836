/// Codes and ids compared where they stand, since a search does that with each of a person's resources: nothing is made of what is passed over.
extension SearchIndex {
    /// Whether any value of a parameter matches; nil where that cannot be told without making values of them.
    ///
    /// - Parameter effort: grows by what was compared.
    func contains(_ parameter: Int, _ operand: SearchOperand, _ effort: inout Int) -> Bool? {
        switch operand {
        case .token(.implied, nil): return nil
        case .token, .reference: break
        default: return nil
        }
        guard let section = section(parameter) else { return false }
        var reader = SearchIndexReader(bytes, at: section.lowerBound, until: section.upperBound)
        var compared = 0
        while !reader.isAtEnd {
            compared += 1
            guard let isMatch = reader.matches(operand) else { return nil }
            guard isMatch else { continue }
            effort += compared
            return true
        }
        effort += compared
        return false
    }
}

extension SearchIndexReader {
    /// Whether the next value matches, which is passed over; nil where it is of another kind.
    fileprivate mutating func matches(_ operand: SearchOperand) -> Bool? {
        guard let flags = byte(), let tag = SearchIndexTag(rawValue: flags & 7) else { return nil }
        func has(_ place: UInt8) -> Bool { flags & (8 << place) != 0 }
        switch (operand, tag) {
        case (.token(let system, let code), .token):
            let isOfSystem = isOf(system, code, isSaid: has(0))
            let isCode = if let code { isNext(code, isThere: has(1)) } else { pass(has(1)) }
            _ = pass(has(2))
            return isOfSystem && isCode
        case (.reference(let types, let id), .reference):
            let isOfType = !has(0) || isNextOne(of: types)
            let isID = isNext(id, isThere: has(1))
            for place in 2..<5 as Range<UInt8> { _ = pass(has(place)) }
            return isOfType && isID
        default: return nil
        }
    }

    private mutating func isOf(_ system: SearchOperand.System, _ code: String?, isSaid: Bool) -> Bool {
        switch system {
        case .any: return pass(isSaid)
        case .none:
            _ = pass(isSaid)
            return !isSaid
        case .one(let wanted): return isNext(wanted, isThere: isSaid)
        // The code beside it is the one that is wanted, or there is no match anyhow.
        case .implied(let wanted, let codes): return isSaid ? isNext(wanted, isThere: true) : code.map(codes.contains) ?? false
        }
    }

    /// With none, any will do.
    private mutating func isNextOne(of types: [String]) -> Bool {
        if types.isEmpty { return pass(true) }
        let start = position
        return types.contains {
            position = start
            return isNext($0, isThere: true)
        }
    }

    private mutating func pass(_ isThere: Bool) -> Bool { isThere ? skipText() : true }

    /// Whether the next text is this one; either way it is passed over.
    private mutating func isNext(_ wanted: String, isThere: Bool) -> Bool {
        guard isThere, let length = number() else { return false }
        guard length & 1 == 0 else { return length >> 1 < SearchIndexTexts.all.count && SearchIndexTexts.all[length >> 1] == wanted }
        guard let range = take(length >> 1) else { return false }
        if let isSame = wanted.utf8.withContiguousStorageIfAvailable({ areSame($0, range) }) ?? nil { return isSame }
        return withBytes(range) { String(decoding: $0, as: UTF8.self) } == wanted
    }

    /// Nil where bytes that differ may be the same letters: beyond ASCII.
    private func areSame(_ wanted: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool? {
        withBytes(range) { its in
            if its.count == wanted.count, its.elementsEqual(wanted) { return true }
            return its.allSatisfy { $0 < 0x80 } && wanted.allSatisfy { $0 < 0x80 } ? false : nil
        }
    }
}
