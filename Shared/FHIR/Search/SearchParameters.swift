import JSON
import Synchronization

/// The search parameters of a release, and what a resource has for each.
package final class SearchParameters: Sendable {
    package let all: [SearchParameter]
    private let byNumber: [Int: Int]
    private let byType: [String: [Int]]
    private let release: FHIRRelease
    /// Made at a type's first use: there are a hundred and more, and most persons have resources of a dozen.
    private let plans = Mutex<[String: SearchPlan]>([:])
    /// Of a type's parameters, by their numbers.
    private let implied = Mutex<[String: [Int: ImpliedSystems]]>([:])

    private static let r4 = SearchParameters(.r4)
    private static let stu3 = SearchParameters(.stu3)

    package static func of(_ release: FHIRRelease) -> SearchParameters {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    private init(_ release: FHIRRelease) {
        self.release = release
        all = SearchTable.parameters(release)
        byNumber = Dictionary(all.enumerated().map { ($0.element.number, $0.offset) }, uniquingKeysWith: { first, _ in first })
        var byType: [String: [Int]] = [:]
        for (index, parameter) in all.enumerated() {
            for type in parameter.types { byType[type, default: []].append(index) }
        }
        self.byType = byType
    }

    package func parameter(number: Int) -> SearchParameter? { byNumber[number].map { all[$0] } }

    /// Those of every resource too.
    package func parameters(of type: String) -> [SearchParameter] {
        let isDomain = FHIRTypes.of(release).isType(type, "DomainResource")
        let types = [type, "Resource"] + (isDomain ? ["DomainResource"] : [])
        return types.flatMap { byType[$0] ?? [] }.map { all[$0] }
    }

    package func parameter(_ code: String, of type: String) -> SearchParameter? {
        for type in [type, "Resource", "DomainResource"] {
            if let index = byType[type]?.first(where: { all[$0].code == code }) { return all[index] }
        }
        return nil
    }

    /// What the resource can be found by; parameters without a value are left out. `base` is this server's address, such as
    /// `https://care.example/fhir/r4`: references under it are the same as relative ones.
    ///
    /// A resource has `SearchWalk.mostValues` at most, `mostOfOne` for one parameter, and each text `longestText` bytes; what is beyond is left
    /// out, or cut.
    package func values(of resource: JSONValue, base: String = "") -> [(parameter: SearchParameter, values: [SearchValue])] {
        guard let type = resource["resourceType"]?.string else { return [] }
        return plan(type).values(of: resource, base: base)
    }

    /// Which systems the codes have that say none, of a type's parameter.
    func implied(_ number: Int, of type: String) -> ImpliedSystems {
        if let known = implied.withLock({ $0[type] }) { return known[number] ?? ImpliedSystems() }
        let (plan, structures) = (plan(type), Structures.of(release))
        var found: [Int: ImpliedSystems] = [:]
        for code in plan.codes {
            guard let set = structures.valueSet(of: code.element, in: code.type) else { continue }
            found[plan.parameters[code.slot].number, default: ImpliedSystems()].add(set)
        }
        implied.withLock { [found] in $0[type] = found }
        return found[number] ?? ImpliedSystems()
    }

    /// Whether a type's parameter is of identifiers.
    func isOfIdentifiers(_ number: Int, of type: String) -> Bool {
        let plan = plan(type)
        return plan.identifiers.contains { plan.parameters[$0].number == number }
    }

    private func plan(_ type: String) -> SearchPlan {
        if let plan = plans.withLock({ $0[type] }) { return plan }
        guard FHIRTypes.of(release).isResource(type) else { return SearchPlan(type, [], release) { _ in nil } }
        let plan = SearchPlan(type, parameters(of: type), release) { self.parameter($0, of: type)?.kind }
        return plans.withLock { plans in
            plans[type] = plan
            return plan
        }
    }
}
