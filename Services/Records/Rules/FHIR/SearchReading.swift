import CareModels
import FHIR
import Foundation

/// Reads what a client searches for.
struct SearchReading: Sendable {
    let release: FHIRRelease
    /// Of this release's resources.
    let base: String
    let now: Date
    /// Parameters that nobody knows are passed over (`Prefer: handling=lenient`).
    var isLenient = false
    /// For a write, which hangs on each of its conditions: without the one that was left empty it would be another's.
    var refusesEmpty = false

    private static let repeatable: Set<String> = [
        "_id", "_lastUpdated", "_created", "_annotations", "_include", "_revinclude", "_include:iterate", "_revinclude:iterate"
    ]
    private static let pages: Set<String> = ["_page", "_after", "_count", "_format", "_pretty"]
    private static let own: Set<String> = [
        "_id", "_lastUpdated", "_created", "_status", "_annotations", "_includeDeleted", "_summary", "_count", "_page", "_after", "_total", "_format", "_pretty",
        "_sort", "_elements", "_type", "_include", "_revinclude", "_contained"
    ]

    /// Of a query, a form or an entry of a batch, percent-decoded.
    func query(_ pairs: [(name: String, value: String)], _ scope: SearchScope) throws -> SearchQuery {
        var query = SearchQuery(scope)
        var checks = Checks()
        var once: Set<String> = []
        var content: [(name: String, value: String)] = []
        let types = types(pairs, scope, &checks)
        for (name, value) in pairs {
            let isOwn = Self.own.contains(name) || name.hasPrefix("_include") || name.hasPrefix("_revinclude")
            if isOwn, !Self.repeatable.contains(name), !name.contains(":"), !once.insert(name).inserted {
                checks.fail(name.shortened, "is given more than once; give it once")
                continue
            }
            if !isOwn {
                content.append((name, value))
                continue
            }
            switch take(name, value, types, scope, &query, &checks) {
            case .taken: if !Self.pages.contains(name) { query.given.append((name, value)) }
            case .passedOver: break
            case .ofContent: content.append((name, value))
            }
        }
        readContent(content, types, &query, &checks)
        // A page of none asks for the count.
        if query.page.limit == 0 { query.isCount = true }
        if query.isByNumber, let number = pairs.first(where: { $0.name == "_page" }).flatMap({ Int($0.value) }), number >= 1 {
            let (skipped, overflow) = (number - 1).multipliedReportingOverflow(by: query.page.limit)
            if query.page.after != nil || query.place != nil { checks.fail("_page", "cannot go with _after; follow the next link") }
            if overflow || skipped > SearchQuery.mostSkipped {
                checks.fail("_page", "can skip at most \(SearchQuery.mostSkipped) resources; follow the next link instead")
            } else {
                query.page.offset = skipped
            }
        }
        try checks.done()
        return query
    }

    private enum Taking { case taken, passedOver, ofContent }

    /// Of what is not about the resources' contents alone.
    private func take(
        _ name: String, _ value: String, _ types: [String], _ scope: SearchScope, _ query: inout SearchQuery, _ checks: inout Checks
    ) -> Taking {
        switch name {
        case "_id": readIDs(value, types, &query, &checks)
        case "_lastUpdated":
            // What a pair of bounds cannot say is asked of each resource.
            if !query.criteria.updated.narrow(fhir: value) { return .ofContent }
        case "_created": Self.read(value, name, into: &query.criteria.created, &checks)
        case "_annotations": Self.readAnnotations(value, &query, &checks)
        case "_status":
            query.criteria.status = RecordStatus(rawValue: value)
            if query.criteria.status == nil { checks.fail(name, "must be active, pending or deleted") }
        case "_includeDeleted":
            if let flag = Bool(value) { query.criteria.includesDeleted = flag } else { checks.fail(name, "must be true or false") }
        case "_summary":
            if let summary = SearchQuery.Summary(rawValue: value) { query.summary = summary } else { checks.fail(name, "must be true, text, data, count or false") }
            if query.summary == .count { query.isCount = true }
        case "_count":
            // A server may show fewer than were asked for, and says in the links how many: http://hl7.org/fhir/R4/search.html#count.
            if let limit = Int(value), limit >= 0 {
                query.page.limit = min(limit, SearchQuery.mostPerPage)
            } else {
                checks.fail(name, "must be a whole number from 0 on")
            }
        case "_page":
            query.isByNumber = true
            if (Int(value) ?? 0) < 1 { checks.fail(name, "must be a whole number from 1 on") }
        case "_after": Self.readPlace(value, &query, &checks)
        case "_total":
            if !["none", "estimate", "accurate"].contains(value) { checks.fail(name, "must be none, estimate or accurate") }
            query.wantsTotal = value != "none"
        case "_type" where scope.isType: return .ofContent
        // As without it: what is contained is not looked for.
        case "_contained": return value == "false" ? .taken : .ofContent
        case "_format", "_pretty", "_type": break
        case "_elements":
            query.elements = Set(value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
            if query.elements.isEmpty || query.elements.count > 100 { checks.fail(name, "must be names of elements with commas between") }
        case "_sort": return keep(&query, &checks) { try sort(value, types, &$0) } ? .taken : .passedOver
        default: return keep(&query, &checks) { try include(name, value, types, &$0) } ? .taken : .passedOver
        }
        return .taken
    }

    // MARK: What is asked of the resources

    private var table: SearchLookup { SearchLookup.of(release) }

    private var parser: SearchParser { SearchParser(release, base: base, now: now) }

    private func types(_ pairs: [(name: String, value: String)], _ scope: SearchScope, _ checks: inout Checks) -> [String] {
        switch scope {
        case .type(let type), .compartment(_, _, let type?): return [type]
        case .all, .compartment(_, _, nil): break
        }
        guard let text = pairs.first(where: { $0.name == "_type" })?.value else { return release.types.sorted() }
        let types = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if !types.allSatisfy(release.hasType) || Set(types).count != types.count { checks.fail("_type", "must be types of resources with commas between, each once") }
        return types
    }

    private func readContent(_ content: [(name: String, value: String)], _ types: [String], _ query: inout SearchQuery, _ checks: inout Checks) {
        guard content.count <= SearchQuery.mostConditions else {
            checks.fail("_query", "must be at most \(limit: SearchQuery.mostConditions) parameters")
            return
        }
        guard content.reduce(0, { $0 + 1 + $1.value.utf8.count { $0 == UInt8(ascii: ",") } }) <= SearchQuery.mostValues else {
            checks.fail("_query", "must have at most \(limit: SearchQuery.mostValues) values")
            return
        }
        for type in types { query.conditions[type] = compartment(query.scope, type).map { [$0] } ?? [] }
        if case .compartment = query.scope { query.conditions = query.conditions.filter { !$0.value.isEmpty } }
        var work = SearchParser.Work()
        let searched = query.conditions.keys.sorted()
        for (name, value) in content {
            let asksNothing = value.isEmpty && mayBeEmpty(name)
            let wasRead = keep(&query, &checks) { query in
                for type in searched {
                    if asksNothing { try check(name, of: type, &work) } else { query.conditions[type]?.append(try parser.condition(name, value, of: type, &work)) }
                }
            }
            // What comes after it is not read at all.
            guard work.done <= SearchParser.mostWork else { return }
            if wasRead, !asksNothing { query.given.append((name, value)) }
        }
        // Who was told what is wrong with one of the two need not hear that it is missing.
        guard let located = query.conditions["Location"], !checks.isFaulty("near") else { return }
        _ = keep(&query, &checks) { query in query.conditions["Location"] = try SearchCondition.joined(located) }
    }

    /// An empty parameter is no error, and asks nothing: http://hl7.org/fhir/R4/search.html#errors. Whose record is meant is never left out.
    private func mayBeEmpty(_ name: String) -> Bool { !refusesEmpty && !["patient", "subject"].contains(name.prefix { $0 != ":" }) }

    /// Of one without a value that there is such a parameter.
    private func check(_ name: String, of type: String, _ work: inout SearchParser.Work) throws(SearchFault) {
        do throws(SearchFault) {
            _ = try parser.condition(name, "", of: type, &work)
        } catch {
            if error.isUnknown { throw error }
        }
    }

    /// Nil outside of compartments, and for types that are in none of its kind.
    private func compartment(_ scope: SearchScope, _ type: String) -> SearchCondition? {
        guard case .compartment(let name, let id, _) = scope else { return nil }
        let numbers = (Compartments.of(release).parameters(of: name, type: type) ?? []).compactMap { table.find($0, of: type)?.number }
        let inside: [SearchCondition] = numbers.isEmpty ? [] : [.refers(parameters: numbers, to: ["\(name)/\(id)"])]
        let itself: [SearchCondition] = type == name ? [.id([id])] : []
        let either = inside + itself
        return either.isEmpty ? nil : .either(either)
    }

    /// False when it was faulty; what is unknown is passed over for a lenient client.
    private func keep(_ query: inout SearchQuery, _ checks: inout Checks, _ read: (inout SearchQuery) throws -> Void) -> Bool {
        var copy = query
        do {
            try read(&copy)
            query = copy
            return true
        } catch let fault as SearchFault {
            if fault.isUnknown, isLenient { query.ignored.append(fault) } else { checks.fail(fault.name, fault.message) }
        } catch {}
        return false
    }

    private func sort(_ value: String, _ types: [String], _ query: inout SearchQuery) throws {
        let words = value.split(separator: ",", omittingEmptySubsequences: false)
        guard words.count <= SearchQuery.mostSorts else { throw SearchFault("_sort", "must be at most \(limit: SearchQuery.mostSorts) parameters") }
        for word in words {
            let isDescending = word.hasPrefix("-")
            let code = String(isDescending ? word.dropFirst() : word)
            switch code {
            case "_id": query.sort.append(.init(by: .id, isDescending: isDescending))
            case "_lastUpdated": query.sort.append(.init(by: .updated, isDescending: isDescending))
            default:
                var numbers: [String: Int] = [:]
                for type in types {
                    guard let entry = table.find(code, of: type), entry.kind != .composite else {
                        throw SearchFault("_sort", "names \(code.shortened), by which \(type) cannot be sorted", isUnknown: true)
                    }
                    numbers[type] = entry.number
                }
                query.sort.append(.init(by: .values(numbers), isDescending: isDescending))
            }
        }
    }

    /// `_include=Observation:subject:Patient`, `_revinclude:iterate=Provenance:target`, `_include=Observation:*`, `_include=*`, `_revinclude=*`.
    private func include(_ name: String, _ value: String, _ types: [String], _ query: inout SearchQuery) throws {
        let words = name.split(separator: ":", maxSplits: 1).map(String.init)
        guard words[0] == "_include" || words[0] == "_revinclude" else { throw SearchFault(name, "is not a search parameter here", isUnknown: true) }
        guard words.count == 1 || ["iterate", "recurse"].contains(words[1]) else { throw SearchFault(name, "can have the modifier iterate alone", isUnknown: true) }
        guard query.includes.count < SearchQuery.mostIncludes else { throw SearchFault(name, "can be given \(SearchQuery.mostIncludes) times at most") }
        let isReverse = words[0] == "_revinclude"
        let parts = value.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let isAll = parts == ["*"]
        guard isAll || (2...3).contains(parts.count), isAll || release.hasType(parts[0]) else { throw SearchFault(name, "must be Type:reference or Type:reference:Type") }
        if parts.count == 3, !release.hasType(parts[2]) { throw SearchFault(name, "must be Type:reference or Type:reference:Type") }
        var references: [String: [Int]] = [:]
        // What refers to what was found, or is included in turn, may be of any type.
        let sources = isReverse || words.count == 2 ? release.types.sorted() : types
        for type in isAll ? sources : [parts[0]] {
            let entries = table.parameters(of: type).filter { $0.kind == .reference && (isAll || parts[1] == "*" || $0.code == parts[1]) }
            guard !entries.isEmpty || isAll || parts[1] == "*" else {
                throw SearchFault(name, "names \(parts[1].shortened), which is no reference of \(type)", isUnknown: true)
            }
            references[type] = entries.map(\.number)
        }
        let include = SearchQuery.Include(
            references: references, target: parts.count == 3 ? parts[2] : nil, isReverse: isReverse, isIterated: words.count == 2)
        // Asked twice it is followed once.
        if !query.includes.contains(include) { query.includes.append(include) }
    }

    // MARK: What is asked of the records

    /// Of one type it may stand before each id: `Patient/7`.
    private func readIDs(_ value: String, _ types: [String], _ query: inout SearchQuery, _ checks: inout Checks) {
        let before = types.count == 1 ? types[0] + "/" : ""
        let ids = value.split(separator: ",", omittingEmptySubsequences: false).map { String($0.hasPrefix(before) ? $0.dropFirst(before.count) : $0) }
        if ids.count > SearchQuery.mostIDs { checks.fail("_id", "must be at most \(limit: SearchQuery.mostIDs) ids") }
        if !ids.allSatisfy(ResourceID.isValid) { checks.fail("_id", "must be ids with commas between") }
        // Given again, it has to be among both.
        let given = Set(ids)
        query.criteria.ids = query.criteria.ids?.filter(given.contains) ?? ids
    }

    private static func read(_ value: String, _ name: String, into range: inout TimeRange, _ checks: inout Checks) {
        if !range.narrow(fhir: value) {
            checks.fail(name, "must be a date or instant, with eq, ge, gt, le, lt, sa or eb before it: ge2026-03-08, lt2026-03-08T14:30:00Z")
        }
    }

    private static func readAnnotations(_ value: String, _ query: inout SearchQuery, _ checks: inout Checks) {
        do throws(AnnotationQuery.Refusal) {
            try query.criteria.annotations.add(try AnnotationQuery(value))
        } catch {
            checks.fail("_annotations", error.message)
        }
    }

    /// A record's id, or what the next link of a sorted list or of one across persons says.
    private static func readPlace(_ value: String, _ query: inout SearchQuery, _ checks: inout Checks) {
        query.page.after = RecordID(value)
        if query.page.after != nil { return }
        if value.hasPrefix("s.") || value.hasPrefix(PersonsPlace.prefix), value.utf8.count <= 2048 {
            query.place = value
        } else {
            checks.fail("_after", "is no place in this list; follow the next link")
        }
    }
}
