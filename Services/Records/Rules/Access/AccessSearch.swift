import CareModels

/// What a search of the log asks beside when it was, by the standard's parameters of AuditEvent: all of them hold, and of values with commas between any.
struct AccessSearch: Sendable {
    /// In the order in which the CapabilityStatement has them.
    static let parameters = ["agent", "type", "subtype", "action", "outcome", "entity", "patient"]
    static let typeSystem = "http://terminology.hl7.org/CodeSystem/audit-event-type"
    private static let actionSystem = "http://hl7.org/fhir/audit-event-action"
    private static let outcomeSystem = "http://hl7.org/fhir/audit-event-outcome"
    private static let mostValues = 100

    private var asked: [(parameter: String, values: [String])] = []

    /// - Parameter base: of the release's resources, behind which an address is as a relative one.
    mutating func add(_ parameter: String, _ text: String, base: String) throws(SearchRefusal) {
        let values = text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.hasPrefix(base + "/") ? String($0.dropFirst(base.utf8.count + 1)) : String($0)
        }
        guard values.count <= Self.mostValues, values.allSatisfy({ !$0.isEmpty }), asked.count < Self.mostValues else { throw SearchRefusal() }
        asked.append((parameter, values))
    }

    /// There are too many values, or empty ones.
    struct SearchRefusal: Error {}

    var isAnything: Bool { asked.isEmpty }

    func holds(of event: AccessEvent, in record: UserID) -> Bool {
        asked.allSatisfy { parameter, values in
            switch parameter {
            case "agent": return values.contains { value in event.agents.contains { Self.refers(value, to: $0) } }
            case "type": return Self.any(values, Self.typeSystem, "rest")
            case "subtype": return Self.any(values, AccessEvent.system(of: event.interaction), event.interaction)
            case "action": return Self.any(values, Self.actionSystem, event.action.rawValue)
            case "outcome": return Self.any(values, Self.outcomeSystem, event.outcome)
            case "patient": return values.contains { Self.refers($0, to: "Patient/\(record)") }
            default:
                return values.contains { value in
                    Self.refers(value, to: "Patient/\(record)")
                        || event.things.contains { thing in thing.id.map { Self.refers(value, to: "\(thing.type)/\($0)") } ?? false }
                }
            }
        }
    }

    /// By id alone, by type and id, or with a version behind them.
    private static func refers(_ value: String, to reference: String) -> Bool {
        let wanted = value.split(separator: "/", omittingEmptySubsequences: false)
        if wanted.count == 1 { return reference.hasSuffix("/" + value) }
        return (wanted.count == 2 || wanted.count == 4 && wanted[2] == "_history") && wanted[0] + "/" + wanted[1] == reference
    }

    /// `code`, `system|code`, `|code` or `system|`.
    private static func any(_ values: [String], _ system: String, _ code: String) -> Bool {
        values.contains { value in
            let parts = value.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 1 { return value == code }
            return parts[0] == system && (parts[1].isEmpty || parts[1] == code)
        }
    }
}
