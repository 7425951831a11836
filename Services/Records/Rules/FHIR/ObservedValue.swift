import CareModels
import Foundation
import JSON

/// A measurement that others are told of, read from an Observation: the same elements in R4 and STU3.
struct ObservedValue: Equatable, Sendable {
    var code: ObservedCode
    var measurement: MeasuredAmount
    var effectiveAt: Date
    /// Of a period.
    var effectiveUntil: Date?

    /// Nil unless it counts: a final value of one of these codes, in a unit of its, exact, at a known instant or in a period that began at one. Nothing
    /// of a client's own words gets through.
    init?(_ draft: ResourceDraft, of codes: Set<ObservedCode>) {
        guard draft.type == "Observation" else { return nil }
        let resource = draft.value
        guard let status = resource["status"]?.string, ["final", "amended", "corrected"].contains(status) else { return nil }
        guard let code = Self.code(of: resource, among: codes) else { return nil }
        guard let measurement = Self.measurement(of: code, in: resource), let time = Self.time(of: resource) else { return nil }
        self.code = code
        self.measurement = measurement
        (effectiveAt, effectiveUntil) = time
    }

    /// Of several codes the one that says most: at rest before in any state.
    private static func code(of resource: JSONValue, among codes: Set<ObservedCode>) -> ObservedCode? {
        let named = Set(loincs(in: resource["code"]).compactMap(ObservedCode.init(rawValue:)))
        return ObservedCode.allCases.first { named.contains($0) && codes.contains($0) }
    }

    private static func loincs(in concept: JSONValue?) -> [String] {
        guard let codings = concept?["coding"], codings.kind == .array else { return [] }
        return codings.children.filter { $0["system"]?.string == ObservedCode.system }.compactMap { $0["code"]?.string }
    }

    private static func measurement(of code: ObservedCode, in resource: JSONValue) -> MeasuredAmount? {
        if code.parts.isEmpty {
            guard let (value, unit) = number(resource["valueQuantity"], in: code.units) else { return nil }
            return MeasuredAmount(value: value, unit: unit)
        }
        guard let components = resource["component"], components.kind == .array else { return nil }
        let found = code.parts.compactMap { part -> MeasuredAmount.Component? in
            let component = components.children.first { loincs(in: $0["code"]).contains(part.code) }
            return number(component?["valueQuantity"], in: part.units).map { MeasuredAmount.Component(code: part.code, value: $0.value, unit: $0.unit) }
        }
        // One that was not measured is left out; with none there is nothing to tell.
        return found.isEmpty ? nil : MeasuredAmount(components: found)
    }

    /// Exact, and in one of these units: by UCUM's code when there is one; without one by the words that are in use.
    private static func number(_ quantity: JSONValue?, in units: [String]) -> (value: Double, unit: String)? {
        guard let quantity, quantity["comparator"] == nil, let value = quantity["value"]?.number, value.isFinite else { return nil }
        let said = quantity["code"]?.string ?? quantity["unit"]?.string.map { words[$0.lowercased()] ?? $0 } ?? ""
        guard units.contains(said) else { return nil }
        return (value, units.first == "/min" ? "/min" : said)
    }

    /// In small letters.
    private static let words = [
        "beats/min": "/min", "beats/minute": "/min", "bpm": "/min", "breaths/min": "/min", "breaths/minute": "/min", "/min": "/min",
        "c": "Cel", "°c": "Cel", "cel": "Cel", "f": "[degF]", "°f": "[degF]", "in": "[in_i]", "lb": "[lb_av]", "lbs": "[lb_av]",
        "mmhg": "mm[Hg]", "mm hg": "mm[Hg]", "kg/m²": "kg/m2"
    ]

    private static func time(of resource: JSONValue) -> (at: Date, until: Date?)? {
        if let instant = resource["effectiveDateTime"] ?? resource["effectiveInstant"] {
            return instant.string.flatMap(RFC3339.parse).map { ($0, nil) }
        }
        guard let period = resource["effectivePeriod"], let start = period["start"]?.string.flatMap(RFC3339.parse) else { return nil }
        guard let end = period["end"] else { return (start, nil) }
        guard let until = end.string.flatMap(RFC3339.parse), until >= start else { return nil }
        return (start, until)
    }
}
