import CareModels

/// One of the values that a search gives for a parameter (http://hl7.org/fhir/R4/search.html#ptypes): what a resource's value has to be.
package enum SearchOperand: Sendable, Equatable {
    package enum System: Sendable, Equatable {
        case any, none
        case one(String)
        /// Also what says none, where it is one of these codes: an element of type `code` has its system by what it is bound to.
        case implied(String, codes: Set<String>)

        /// - Parameter code: what stands beside it.
        func matches(_ system: String?, code: String? = nil) -> Bool {
            switch self {
            case .any: true
            case .none: system == nil
            case .one(let wanted): system == wanted
            case .implied(let wanted, let codes): system == nil ? code.map(codes.contains) ?? false : system == wanted
            }
        }
    }

    package enum Prefix: String, Sendable, CaseIterable { case eq, ne, gt, lt, ge, le, sa, eb, ap }

    package enum StringMode: Sendable { case begins, contains, exact }

    package enum URIMode: Sendable { case exact, above, below }

    /// A coding in a value set.
    package struct Coding: Hashable, Sendable {
        /// Nil: of any system.
        package var system: String?
        package var code: String

        package init(system: String?, code: String) {
            self.system = system
            self.code = code
        }
    }

    case token(System, code: String?)
    /// Folded; what the coding or concept reads begins with it, or a word of it does.
    case tokenText(String)
    /// A code without a system counts as of those that it has by its element.
    case tokenIn(Set<Coding>, ImpliedSystems)
    /// Folded, unless it is exact.
    case string(String, StringMode)
    case uri(String, URIMode)
    /// `id` alone is of any type among `types`; with none, of any.
    case reference(types: [String], id: String)
    /// Without a version behind |.
    case referenceURL(String)
    case identifier(System, value: String?)
    /// Milliseconds since 1970.
    case date(Prefix, from: Int64, until: Int64)
    case number(Prefix, SearchValue.Interval)
    case quantity(Prefix, SearchValue.Interval, System, code: String?)
    /// One for each component.
    case composite([SearchOperand])

    package func matches(_ value: SearchValue) -> Bool {
        switch (self, value) {
        case (.token(let system, let code), .token(let other, let its, _)): (code == nil || code == its) && system.matches(other, code: its)
        case (.tokenText(let wanted), .token(_, _, let text)): text.map { Self.text($0, hasWordsOf: wanted) } ?? false
        case (.tokenIn(let codings, let implied), .token(let system, let code?, _)):
            codings.contains(Coding(system: system, code: code)) || codings.contains(Coding(system: nil, code: code))
                || system == nil && implied.systems(of: code).contains { codings.contains(Coding(system: $0, code: code)) }
        case (.string(let wanted, let mode), .string(let text)): Self.matches(text, wanted, mode)
        case (.uri(let wanted, let mode), .uri(let uri)): Self.matches(uri, wanted, mode)
        // A uri parameter may stand over a canonical, a reference one over a uri.
        case (.uri(let wanted, let mode), .reference(let reference)): reference.url.map { Self.matches($0, wanted, mode) } ?? false
        case (.referenceURL(let wanted), .uri(let uri)): Self.names(uri, wanted)
        case (.reference(let types, let id), .reference(let reference)):
            reference.id == id && (types.isEmpty || reference.type.map(types.contains) ?? true)
        case (.referenceURL(let wanted), .reference(let reference)): reference.url.map { Self.names($0, wanted) } ?? false
        case (.identifier(let system, let value), .reference(let reference)):
            reference.identifierValue != nil && (value == nil || value == reference.identifierValue) && system.matches(reference.identifierSystem)
        case (.date(let prefix, let from, let until), .date(let start, let end)): prefix.compares(from..<until, start, end)
        case (.number(let prefix, let wanted), .number(let its)): prefix.compares(wanted, its)
        case (.quantity(let prefix, let wanted, let system, let code), .quantity(let its, let itsSystem, let itsCode, let unit)):
            Self.unit(system, code, itsSystem, itsCode, unit) && prefix.compares(wanted, its)
        case (.composite(let operands), .composite(let components)):
            operands.count == components.count && zip(operands, components).allSatisfy { operand, values in values.contains(where: operand.matches) }
        default: false
        }
    }

    /// A long text is folded once, however many are looked for in it.
    static func any(of operands: [SearchOperand], matches value: SearchValue) -> Bool {
        guard operands.count > 1 else { return operands.first?.matches(value) ?? false }
        switch value {
        case .string(let text), .token(_, _, let text?):
            var known: String?
            func folded() -> String {
                let folded = known ?? SearchFolding.fold(text)
                known = folded
                return folded
            }
            return operands.contains { operand in
                switch (operand, value) {
                case (.string(let wanted, .begins), .string): SearchFolding.begins(folded(), with: wanted)
                case (.string(let wanted, .contains), .string): SearchFolding.contains(folded(), wanted)
                case (.tokenText(let wanted), .token): Self.folded(folded(), hasWordsOf: wanted)
                default: operand.matches(value)
                }
            }
        default: return operands.contains { $0.matches(value) }
        }
    }

    private static func unit(_ system: System, _ code: String?, _ itsSystem: String?, _ itsCode: String?, _ unit: String?) -> Bool {
        guard let code else { return system.matches(itsSystem) || system == .none }
        // `5.4||mg` is either the code or what people read.
        if case .one = system { return system.matches(itsSystem) && code == itsCode }
        return code == itsCode || code == unit
    }

    private static func text(_ text: String, hasWordsOf wanted: String) -> Bool {
        Self.folded(SearchFolding.fold(text), hasWordsOf: wanted)
    }

    private static func folded(_ text: String, hasWordsOf wanted: String) -> Bool {
        SearchFolding.begins(text, with: wanted) || SearchFolding.contains(text, " " + wanted)
    }

    private static func matches(_ text: String, _ wanted: String, _ mode: StringMode) -> Bool {
        switch mode {
        case .exact: text == wanted && text.utf8.elementsEqual(wanted.utf8)
        case .begins: SearchFolding.begins(SearchFolding.fold(text), with: wanted)
        case .contains: SearchFolding.contains(SearchFolding.fold(text), wanted)
        }
    }

    private static func matches(_ uri: String, _ wanted: String, _ mode: URIMode) -> Bool {
        switch mode {
        case .exact: uri == wanted
        case .below: isBelow(uri, wanted)
        case .above: isBelow(wanted, uri)
        }
    }

    /// By whole steps of the path, or of a urn; the version of a canonical address is below it.
    private static func isBelow(_ uri: String, _ root: String) -> Bool {
        guard uri.hasPrefix(root) else { return false }
        if uri.utf8.count == root.utf8.count || root.hasSuffix("/") { return true }
        return uri.utf8.dropFirst(root.utf8.count).first.map { "/.:#?|".utf8.contains($0) } ?? true
    }

    /// The same canonical, of whatever version when none is asked for, and whichever part of it.
    private static func names(_ reference: String, _ wanted: String) -> Bool {
        let url = CanonicalNames.name(reference)
        return reference == wanted || url == wanted || !wanted.contains("|") && url.hasPrefix(wanted) && url.utf8.dropFirst(wanted.utf8.count).first == UInt8(ascii: "|")
    }

    /// What a value that matches has among its signature's bits.
    var bits: UInt64 {
        switch self {
        case .token(_, let code?): SearchIndex.bits(code)
        case .reference(_, let id): SearchIndex.bits(id)
        default: 0
        }
    }
}

extension SearchOperand.Prefix {
    /// http://hl7.org/fhir/R4/search.html#prefix, of intervals.
    func compares(_ wanted: Range<Int64>, _ from: Int64, _ until: Int64) -> Bool {
        switch self {
        case .eq: wanted.lowerBound <= from && until <= wanted.upperBound
        case .ne: wanted.lowerBound > from || until > wanted.upperBound
        case .gt: until > wanted.upperBound
        case .lt: from < wanted.lowerBound
        case .ge: until > wanted.upperBound || wanted.lowerBound <= from && until <= wanted.upperBound
        case .le: from < wanted.lowerBound || wanted.lowerBound <= from && until <= wanted.upperBound
        case .sa: from >= wanted.upperBound
        case .eb: until <= wanted.lowerBound
        case .ap: from < wanted.upperBound && until > wanted.lowerBound
        }
    }

    /// Equal is within the precision that was asked for; greater and less are than the number itself.
    func compares(_ wanted: SearchValue.Interval, _ its: SearchValue.Interval) -> Bool {
        switch self {
        case .eq where its.isRange: wanted.low <= its.low && its.high <= wanted.high
        // Of very many digits the precision is finer than a double's, and there is nothing between the limits.
        case .eq: its.value == wanted.value || wanted.low <= its.value && its.value < wanted.high
        case .ne: !SearchOperand.Prefix.eq.compares(wanted, its)
        case .gt: its.greatest > wanted.value
        case .lt: its.least < wanted.value
        case .ge: its.greatest >= wanted.value
        case .le: its.least <= wanted.value
        case .sa: its.least > wanted.value
        case .eb: its.greatest < wanted.value
        case .ap: its.least <= wanted.value + abs(wanted.value) * 0.1 && its.greatest >= wanted.value - abs(wanted.value) * 0.1
        }
    }
}

extension SearchValue.Interval {
    /// Of a Range, or of a quantity that is less or more than its number: a number itself stands in the middle of its precision.
    var isRange: Bool { low.isInfinite || high.isInfinite || abs(high - value - (value - low)) > 1e-6 * (high - low) + 4 * value.ulp }
    var least: Double { isRange ? low : value }
    var greatest: Double { isRange ? high : value }
}
