import CareModels
import Foundation
import JSON

/// Reads the parameters of a search.
package struct SearchParser: Sendable {
    /// Values of one parameter, with commas between.
    package static let mostValues = 200
    /// References followed one behind another, by chains and `_has`.
    package static let mostSteps = 4
    /// Types that a chain tries when it does not say one.
    package static let mostTypes = 16
    /// Of all conditions of a search: what is read in each type that a chain tries counts anew, and in each type that is searched.
    package static let mostWork = 20_000

    /// What reading a search took so far.
    package struct Work {
        package fileprivate(set) var done = 0

        package init() {}
    }

    package typealias ValueSet = @Sendable (_ url: String) -> Set<SearchOperand.Coding>?

    let table: SearchLookup
    /// Of this server's resources, such as `https://care.example/fhir/r4`: an address under it is a reference like a relative one.
    let base: String
    /// Milliseconds since 1970: `ap` is by how long ago a date is.
    let now: Int64
    let valueSet: ValueSet

    package init(_ table: SearchLookup, base: String, now: Int64, valueSet: @escaping ValueSet = { _ in nil }) {
        self.table = table
        self.base = base
        self.now = now
        self.valueSet = valueSet
    }

    /// Of the standard's parameters, and of the value sets that its types are bound to.
    package init(_ release: FHIRRelease, base: String, now: Date) {
        self.init(SearchLookup.of(release), base: base, now: Int64((now.timeIntervalSince1970 * 1000).rounded())) {
            Structures.of(release).codings(ofValueSet: $0)
        }
    }

    /// What the parameter asks of a resource of this type.
    package func condition(_ name: String, _ value: String, of type: String) throws(SearchFault) -> SearchCondition {
        var work = Work()
        return try condition(name, value, of: type, &work)
    }

    /// One of several of a search.
    package func condition(_ name: String, _ value: String, of type: String, _ work: inout Work) throws(SearchFault) -> SearchCondition {
        try condition(Place(whole: name, steps: 0), Substring(name), value, type, &work)
    }

    private struct Place {
        /// What was written, for a fault.
        let whole: String
        var steps: Int

        func misread(_ message: Text, isUnknown: Bool = false) -> SearchFault { SearchFault(whole, message, isUnknown: isUnknown) }

        func next() throws(SearchFault) -> Place {
            guard steps < SearchParser.mostSteps else { throw misread("follows more than \(SearchParser.mostSteps) references") }
            return Place(whole: whole, steps: steps + 1)
        }
    }

    private func condition(
        _ place: Place, _ name: Substring, _ value: String, _ type: String, _ work: inout Work
    ) throws(SearchFault) -> SearchCondition {
        Looks.add()
        work.done += 1 + value.utf8.count / 16
        guard work.done <= Self.mostWork else {
            throw place.misread("may be read in more ways, with the other parameters, than are tried; say which types chains lead to, as in subject:Patient.name")
        }
        if name.hasPrefix("_has:") { return try has(place, name.dropFirst(5), value, type, &work) }
        let chain = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = chain[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let code = String(parts[0])
        let modifier = parts.count == 2 ? String(parts[1]) : nil
        if chain.count == 1, modifier == nil {
            if code == "_id" { return .id(Set(try values(place, value).map(SearchWords.plain))) }
            if code == "_lastUpdated" { return try updated(place, value) }
        }
        if chain.count == 1, code == "_id", modifier == "not" { return .otherID(than: Set(try values(place, value).map(SearchWords.plain))) }
        if chain.count == 1, table.isOfBody(code, type) { return .body(try body(place, code, modifier, value)) }
        let entry = try find(place, code, type)
        if chain.count == 2 { return try self.chain(place, entry, modifier, chain[1], value, type, &work) }
        return try plain(place, entry, modifier, value, type)
    }

    private func find(_ place: Place, _ code: String, _ type: String) throws(SearchFault) -> SearchParameter {
        if let entry = table.find(code, of: type) { return entry }
        let known = table.parameters(of: type).map(\.code)
        if let near = NearestName.find(code, among: known + ["_id", "_lastUpdated"] + SearchLookup.ofTexts) {
            throw place.misread("is not a search parameter of \(type) here; \(near) is the nearest", isUnknown: true)
        }
        throw place.misread("is not a search parameter of \(type) here; the CapabilityStatement has them all", isUnknown: true)
    }

    private func values(_ place: Place, _ value: String) throws(SearchFault) -> [String] {
        let values = SearchWords.split(value, ",")
        guard values.count <= Self.mostValues else { throw place.misread("must have at most \(limit: Self.mostValues) values") }
        guard values.allSatisfy({ !$0.isEmpty }) else { throw place.misread("must have values with commas between") }
        return values
    }

    /// What the resource itself has to be asked.
    private func body(_ place: Place, _ code: String, _ modifier: String?, _ value: String) throws(SearchFault) -> BodyCondition {
        if let modifier { throw place.misread("cannot have the modifier \(modifier) here", isUnknown: true) }
        let texts = try values(place, value)
        switch code {
        case "_text": return .words(try WordSearch(place.whole, texts.map(SearchWords.plain), in: .narrative))
        case "_content": return .words(try WordSearch(place.whole, texts.map(SearchWords.plain), in: .content))
        case "near":
            var points: [Nearness.Point] = []
            for text in texts { points.append(try table.form == .r4 ? Nearness.point(place.whole, text) : Nearness.pair(place.whole, text)) }
            return .near(Nearness(points: points))
        default:
            guard place.steps == 0 else { throw place.misread("goes with near, of the same resources") }
            guard texts.count == 1 else { throw place.misread("is given more than once; give it once") }
            return .near(Nearness(points: [], within: try Nearness.distance(place.whole, texts[0])))
        }
    }

    private func updated(_ place: Place, _ value: String) throws(SearchFault) -> SearchCondition {
        var dates: [SearchOperand] = []
        for text in try values(place, value) { dates.append(try date(place, text)) }
        return .updated(dates)
    }

    // MARK: References that are followed

    private func chain(
        _ place: Place, _ entry: SearchParameter, _ modifier: String?, _ rest: Substring, _ value: String, _ type: String, _ work: inout Work
    ) throws(SearchFault) -> SearchCondition {
        guard entry.kind == .reference else { throw place.misread("is no reference: nothing can be asked behind it") }
        let next = try place.next()
        let head = String(rest.prefix { $0 != ":" && $0 != "." })
        let isAnywhere = head == "_id" || head == "_lastUpdated" || SearchLookup.ofTexts.contains(head) || rest.hasPrefix("_has:")
        let targets = entry.targets.isEmpty ? table.allTypes : entry.targets
        if let modifier, !targets.contains(modifier) { throw place.misread("does not lead to \(modifier)", isUnknown: true) }
        let types = modifier.map { [$0] } ?? targets.filter { isAnywhere || table.find(head, of: $0) != nil || table.isOfBody(head, $0) }
        guard types.count <= Self.mostTypes else { throw place.misread("may lead to \(types.count) types; say which, as in subject:Patient.name") }
        guard !types.isEmpty else { throw place.misread("leads to nothing that has the parameter \(head)", isUnknown: true) }
        var links: [SearchCondition.Link] = []
        var refusal: SearchFault?
        for type in types {
            do throws(SearchFault) {
                links.append(SearchCondition.Link(type: type, condition: try condition(next, rest, value, type, &work)))
            } catch {
                // No other type makes it less.
                if work.done > Self.mostWork { throw error }
                refusal = refusal ?? error
            }
        }
        if links.isEmpty, let refusal { throw refusal }
        return .chain(parameter: entry.number, links)
    }

    /// `Observation:patient:code`.
    private func has(_ place: Place, _ text: Substring, _ value: String, _ type: String, _ work: inout Work) throws(SearchFault) -> SearchCondition {
        let next = try place.next()
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { throw place.misread("must be _has:Type:reference:parameter") }
        guard table.isType(parts[0]) else { throw place.misread("names a type that is not there, \(parts[0])") }
        let entry = try find(place, parts[1], parts[0])
        guard entry.kind == .reference else { throw place.misread("is no reference: nothing can be asked behind it") }
        let targets = entry.targets
        guard targets.isEmpty || targets.contains(type) else { throw place.misread("does not lead to \(type)") }
        return .has(type: parts[0], parameter: entry.number, try condition(next, Substring(parts[2]), value, parts[0], &work))
    }

    // MARK: Values

    private func plain(
        _ place: Place, _ entry: SearchParameter, _ modifier: String?, _ value: String, _ type: String
    ) throws(SearchFault) -> SearchCondition {
        if modifier == "missing" {
            guard let isMissing = Bool(value) else { throw place.misread("must be true or false") }
            return .missing(parameter: entry.number, isMissing)
        }
        if modifier == "in" || modifier == "not-in", entry.kind == .token {
            guard let codings = valueSet(value) else { throw place.misread("names a value set that is not known here") }
            return .value(parameter: entry.number, any: [.tokenIn(codings, table.implied(entry, of: type))], negated: modifier == "not-in")
        }
        if modifier == "of-type", table.mayBeOfType(entry, of: type), let identifiers = TypedIdentifiers(entry, table.form) {
            return .body(.identifiers(try typed(place, identifiers, value)))
        }
        var operands: [SearchOperand] = []
        for text in try values(place, value) { operands.append(try operand(place, entry, modifier, text, type)) }
        let isNegated = modifier == "not" && entry.kind == .token
        if let many = KeyedOperands(operands) { return .keyed(parameter: entry.number, any: many, negated: isNegated) }
        return .value(parameter: entry.number, any: operands, negated: isNegated)
    }

    private func typed(_ place: Place, _ identifiers: TypedIdentifiers, _ value: String) throws(SearchFault) -> TypedIdentifiers {
        var identifiers = identifiers
        for text in try values(place, value) {
            guard identifiers.add(text) else { throw place.misread("must be system|code|value: the type of the identifier, and its value") }
        }
        return identifiers
    }

    private func operand(
        _ place: Place, _ parameter: SearchParameter, _ modifier: String?, _ text: String, _ type: String
    ) throws(SearchFault) -> SearchOperand {
        switch (parameter.kind, modifier) {
        case (.token, nil), (.token, "not"): return try token(place, text, parameter, type)
        case (.token, "text"): return .tokenText(try folded(place, text))
        case (.string, nil): return .string(try folded(place, text), .begins)
        case (.string, "contains"): return .string(try folded(place, text), .contains)
        case (.string, "exact"): return .string(SearchWords.plain(text), .exact)
        case (.uri, nil): return .uri(SearchWords.plain(text), .exact)
        case (.uri, "above"): return .uri(SearchWords.plain(text), .above)
        case (.uri, "below"): return .uri(SearchWords.plain(text), .below)
        case (.reference, "identifier"): return try identifier(place, text)
        case (.reference, let target): return try reference(place, parameter, target, SearchWords.plain(text))
        case (.date, nil): return try date(place, text)
        case (.number, nil): return try number(place, text)
        case (.quantity, nil): return try quantity(place, text)
        case (.composite, nil): return try composite(place, parameter, text, type)
        default: throw place.misread("cannot have the modifier \(modifier ?? "") here", isUnknown: true)
        }
    }

    private func folded(_ place: Place, _ text: String) throws(SearchFault) -> String {
        let folded = SearchFolding.fold(SearchWords.plain(text))
        guard !folded.isEmpty else { throw place.misread("must have a letter or digit") }
        return folded
    }

    private func token(_ place: Place, _ text: String) throws(SearchFault) -> SearchOperand {
        let parts = SearchWords.split(text, "|", most: 1).map(SearchWords.plain)
        if parts.count == 1 { return .token(.any, code: parts[0]) }
        guard parts != ["", ""] else { throw place.misread("must be a code, system|code, system| or |code") }
        return .token(parts[0].isEmpty ? .none : .one(parts[0]), code: parts[1].isEmpty ? nil : parts[1])
    }

    private func token(_ place: Place, _ text: String, _ parameter: SearchParameter, _ type: String) throws(SearchFault) -> SearchOperand {
        let token = try token(place, text)
        guard case .token(.one(let system), let code) = token, let codes = table.implied(parameter, of: type).codes[system], code.map(codes.contains) ?? true
        else { return token }
        return .token(.implied(system, codes: codes), code: code)
    }

    private func identifier(_ place: Place, _ text: String) throws(SearchFault) -> SearchOperand {
        guard case .token(let system, let value) = try token(place, text) else { throw place.misread("must be system|value") }
        return .identifier(system, value: value)
    }

    private func reference(
        _ place: Place, _ parameter: SearchParameter, _ target: String?, _ text: String
    ) throws(SearchFault) -> SearchOperand {
        if let target {
            // One that leads to anything leads to types all the same: any other word is a modifier that there is not, and not a type of which nothing is found.
            guard parameter.targets.isEmpty ? table.isType(target) : parameter.targets.contains(target) else {
                throw place.misread("cannot have the modifier \(target) here", isUnknown: true)
            }
            // The type may be said twice.
            let id = text.hasPrefix(target + "/") ? String(text.dropFirst(target.count + 1)) : text
            guard !id.contains("/") else { throw place.misread("must be an id, since the type is said") }
            return .reference(types: [target], id: id)
        }
        let local = text.hasPrefix(base + "/") ? String(text.dropFirst(base.count + 1)) : text
        let steps = local.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if steps.count == 1, !local.contains(":") { return .reference(types: parameter.targets, id: local) }
        let isVersion = steps.count == 4 && steps[2] == "_history"
        if steps.count == 2 || isVersion, !steps[1].isEmpty, table.isType(steps[0]) { return .reference(types: [steps[0]], id: steps[1]) }
        return .referenceURL(text)
    }

    private func date(_ place: Place, _ text: String) throws(SearchFault) -> SearchOperand {
        guard let (prefix, digits) = SearchWords.prefixed(text), let range = SearchWords.date(digits) else {
            throw place.misread("must be a date or instant, with eq, ne, ge, gt, le, lt, sa, eb or ap before it: ge2026-03-08, lt2026-03-08T14:30:00Z")
        }
        guard prefix == .ap else { return .date(prefix, from: range.lowerBound, until: range.upperBound) }
        // A tenth of how far away it is, as the standard proposes.
        let slack = abs(now - range.lowerBound) / 10
        return .date(.ap, from: range.lowerBound - slack, until: range.upperBound + slack)
    }

    private func number(_ place: Place, _ text: String) throws(SearchFault) -> SearchOperand {
        guard let (prefix, digits) = SearchWords.prefixed(text), let interval = SearchWords.interval(digits) else {
            throw place.misread("must be a number, with eq, ne, ge, gt, le, lt, sa, eb or ap before it: ge5.4")
        }
        return .number(prefix, interval)
    }

    private func quantity(_ place: Place, _ text: String) throws(SearchFault) -> SearchOperand {
        let parts = SearchWords.split(text, "|", most: 2).map(SearchWords.plain)
        guard case .number(let prefix, let interval) = try number(place, parts[0]) else { throw place.misread("must be number|system|code") }
        switch parts.count {
        case 1: return .quantity(prefix, interval, .any, code: nil)
        // `5.4|mg` is how some clients write `5.4||mg`.
        case 2: return .quantity(prefix, interval, .any, code: parts[1].isEmpty ? nil : parts[1])
        default:
            return .quantity(prefix, interval, parts[1].isEmpty ? .any : .one(parts[1]), code: parts[2].isEmpty ? nil : parts[2])
        }
    }

    private func composite(
        _ place: Place, _ parameter: SearchParameter, _ text: String, _ type: String
    ) throws(SearchFault) -> SearchOperand {
        let parts = SearchWords.split(text, "$")
        guard parts.count == parameter.components.count, parts.allSatisfy({ !$0.isEmpty }) else {
            throw place.misread("must be \(parameter.components.map(\.code).joined(separator: "$"))")
        }
        var operands: [SearchOperand] = []
        for (part, component) in zip(parts, parameter.components) {
            operands.append(try operand(place, try find(place, component.code, type), nil, part, type))
        }
        return .composite(operands)
    }
}
