import JSON

/// What no index has an answer to: the resource itself is opened and asked.
package enum BodyCondition: Sendable, Equatable {
    /// `_text`, `_content`.
    case words(WordSearch)
    /// `near` of a Location.
    case near(Nearness)
    /// `:of-type` of an identifier.
    case identifiers(TypedIdentifiers)

    /// What an index can say of it beforehand, if anything: of what else nothing need be opened.
    var ofIndex: SearchCondition? {
        switch self {
        case .words, .near: nil
        case .identifiers(let identifiers): identifiers.ofIndex
        }
    }

    package func holds(of resource: JSONValue) -> Bool {
        switch self {
        case .words(let words): words.holds(of: resource)
        case .near(let nearness): nearness.holds(of: resource)
        case .identifiers(let identifiers): identifiers.holds(of: resource)
        }
    }
}

extension SearchLookup {
    /// Parameters that the resource itself has to answer.
    static let ofTexts = ["_content", "_text"]

    func isOfBody(_ code: String, _ type: String) -> Bool {
        if Self.ofTexts.contains(code) { return true }
        return type == "Location" && (code == "near" || code == "near-distance" && form == .stu3)
    }

    /// Of a type, with their definitions: whoever tells what can be asked for.
    package func ofBodies(_ type: String) -> [SearchParameter] {
        func parameter(_ code: String, _ kind: SearchParameter.Kind, _ definition: String) -> SearchParameter {
            SearchParameter(code: code, kind: kind, url: SearchTable.prefix + definition, expression: "")
        }
        var found = [parameter("_content", .string, "Resource-content")]
        if FHIRTypes.of(form).isType(type, "DomainResource") { found.append(parameter("_text", .string, "DomainResource-text")) }
        guard type == "Location" else { return found }
        switch form {
        case .r4: found.append(parameter("near", .special, "Location-near"))
        case .stu3: found += [parameter("near", .token, "Location-near"), parameter("near-distance", .quantity, "Location-near-distance")]
        }
        return found
    }
}

extension SearchCondition {
    /// All that is asked of one type, where STU3 says in two parameters where something is near to and how far that may be.
    package static func joined(_ conditions: [SearchCondition]) throws(SearchFault) -> [SearchCondition] {
        var distances: [Double] = []
        var rest: [SearchCondition] = []
        for condition in conditions {
            if case .body(.near(let nearness)) = condition, nearness.points.isEmpty, let distance = nearness.within {
                distances.append(distance)
            } else {
                rest.append(condition)
            }
        }
        guard let least = distances.min() else { return conditions }
        var isSaid = false
        for (place, condition) in rest.enumerated() {
            guard case .body(.near(var nearness)) = condition else { continue }
            nearness.within = least
            rest[place] = .body(.near(nearness))
            isSaid = true
        }
        guard isSaid else { throw SearchFault("near-distance", "goes with near, of the same resources") }
        return rest
    }
}
