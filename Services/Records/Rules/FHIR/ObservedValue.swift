import CareModels
import Foundation
import JSON

/// A measurement that other services act on, read from an Observation: the same elements in R4 and STU3.
struct ObservedValue: Equatable, Sendable {
    var code: ObservedCode
    var value: Double
    /// UCUM.
    var unit: String
    var effectiveAt: Date

    /// Nil unless it counts: a final value of a known code, in its unit, exact, at a known instant. Nothing of a client's own words
    /// gets through.
    init?(_ draft: ResourceDraft) {
        guard draft.type == "Observation" else { return nil }
        let resource = draft.value
        guard let status = resource["status"]?.string, ["final", "amended", "corrected"].contains(status) else { return nil }
        guard let code = Self.code(of: resource) else { return nil }
        guard let quantity = resource["valueQuantity"], quantity["comparator"] == nil, let value = quantity["value"]?.number, value.isFinite
        else { return nil }
        guard Self.isPerMinute(quantity) else { return nil }
        let time = resource["effectiveDateTime"] ?? resource["effectiveInstant"]
        guard let text = time?.string, let instant = RFC3339.parse(text) else { return nil }
        self.code = code
        self.value = value
        unit = "/min"
        effectiveAt = instant
    }

    private static func code(of resource: JSONValue) -> ObservedCode? {
        guard let codings = resource["code"]?["coding"], codings.kind == .array else { return nil }
        for coding in codings.children where coding["system"]?.string == ObservedCode.system {
            if let code = coding["code"]?.string.flatMap(ObservedCode.init(rawValue:)) { return code }
        }
        return nil
    }

    /// UCUM's code when there is one; without one the words that are in use.
    private static func isPerMinute(_ quantity: JSONValue) -> Bool {
        if let code = quantity["code"]?.string { return ["/min", "{beats}/min", "{Beats}/min"].contains(code) }
        return ["/min", "beats/min", "beats/minute", "bpm"].contains(quantity["unit"]?.string?.lowercased() ?? "")
    }
}
