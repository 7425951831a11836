import CareModels
import FHIR
import Foundation

/// What a search of the log asks beside when it was, by the standard's parameters of AuditEvent: all of them hold, and of values with commas between any.
struct AccessSearch: Sendable {
    /// In the order in which the CapabilityStatement has them.
    static let parameters = ["agent", "type", "subtype", "action", "outcome", "entity", "patient"]
    private static let actionSystem = "http://hl7.org/fhir/audit-event-action"
    private static let outcomeSystem = "http://hl7.org/fhir/audit-event-outcome"
    static func typeSystem(_ release: FHIRRelease) -> String {
        switch release {
        case .r4: "http://terminology.hl7.org/CodeSystem/audit-event-type"
        case .stu3: "http://hl7.org/fhir/audit-event-type"
        }
    }

    static let mostParameters = 20
    /// Of one parameter.
    static let mostValues = 100
    /// Looks in one answer, each for one thing of an event, which may have five hundred, among one parameter's values. Behind them the answer ends, and its next link
    /// goes on.
    static let mostLooks = 500_000

    private var asked: [(parameter: String, values: Values)] = []
    /// When it was: any of each.
    private var times: [[SearchOperand]] = []

    /// - Parameter base: of the release's resources, behind which an address is as a relative one.
    mutating func add(_ parameter: String, _ text: String, base: String) throws(SearchRefusal) {
        // By bytes: a mark behind a comma makes another character of it.
        let values = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { bytes -> String in
            let value = String(Substring(bytes))
            return value.hasPrefix(base + "/") ? String(value.dropFirst(base.utf8.count + 1)) : value
        }
        guard values.count <= Self.mostValues, values.allSatisfy({ !$0.isEmpty }), hasRoom else { throw SearchRefusal() }
        asked.append((parameter, Values(values)))
    }

    /// What a pair of bounds cannot say of when it was.
    mutating func add(times wanted: [SearchOperand]) throws(SearchRefusal) {
        guard wanted.count <= Self.mostValues, hasRoom else { throw SearchRefusal() }
        times.append(wanted)
    }

    private var hasRoom: Bool { asked.count + times.count < Self.mostParameters }

    /// There are too many parameters or values, or empty ones.
    struct SearchRefusal: Error {}

    var isAnything: Bool { asked.isEmpty && times.isEmpty }

    /// - Parameter looks: grows by how often something of the event was looked for.
    func holds(of event: AccessEvent, in record: UserID, _ looks: inout Int) -> Bool {
        if isAnything { return true }
        let instant = Int64((event.at.timeIntervalSince1970 * 1000).rounded(.down))
        for wanted in times {
            looks += wanted.count
            guard wanted.contains(where: { $0.matches(.date(from: instant, until: instant + 1)) }) else { return false }
        }
        let person = "Patient/\(record)"
        for (parameter, values) in asked {
            looks += 1
            let isMet =
                switch parameter {
                case "agent": event.agents.contains { values.refer(to: $0) }
                case "type": FHIRRelease.allCases.contains { values.hold("rest", Self.typeSystem($0)) }
                case "subtype": values.hold(event.interaction, AccessEvent.system(of: event.interaction))
                case "action": values.hold(event.action.rawValue, Self.actionSystem)
                case "outcome": values.hold(event.outcome, Self.outcomeSystem)
                case "patient": values.refer(to: person)
                default: Self.names(event, in: person, values, &looks)
                }
            guard isMet else { return false }
        }
        return true
    }

    private static func names(_ event: AccessEvent, in person: String, _ values: Values, _ looks: inout Int) -> Bool {
        if values.refer(to: person) { return true }
        for thing in event.things {
            looks += 1
            if let id = thing.id, values.refer(to: "\(thing.type)/\(id)") { return true }
        }
        return false
    }

    /// Looked up, however many there are.
    private struct Values: Sendable {
        /// As they were given.
        private let texts: Set<String>
        /// Of those that are by type and id, with a version behind them or none.
        private let references: Set<String>

        init(_ values: [String]) {
            texts = Set(values)
            references = Set(
                values.compactMap { value -> String? in
                    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
                    return parts.count == 2 || parts.count == 4 && parts[2] == "_history" ? "\(parts[0])/\(parts[1])" : nil
                })
        }

        /// By id alone, by type and id, or with a version behind them.
        func refer(to reference: String) -> Bool {
            if references.contains(reference) { return true }
            guard let slash = reference.lastIndex(of: "/") else { return false }
            return texts.contains(String(reference[reference.index(after: slash)...]))
        }

        /// `code`, `system|code` or `system|`.
        func hold(_ code: String, _ system: String) -> Bool { texts.contains(code) || texts.contains("\(system)|\(code)") || texts.contains("\(system)|") }
    }
}
