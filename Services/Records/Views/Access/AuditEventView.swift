import CareModels
import FHIR
import Foundation
import JSON

/// One use of a person's record as FHIR's AuditEvent (http://hl7.org/fhir/R4/auditevent.html).
struct AuditEventView: Sendable {
    let noted: NotedAccess
    let owner: UserID
    let release: FHIRRelease

    var bytes: [UInt8] {
        var json = JSONWriter(capacity: 1024)
        write(&json)
        return json.bytes
    }

    func write(_ json: inout JSONWriter) {
        let event = noted.event
        json.object {
            $0.member("resourceType", "AuditEvent")
            $0.member("id", noted.id.description)
            $0.object("meta") {
                $0.member("versionId", "1")
                $0.member("lastUpdated", RFC3339.format(event.at))
            }
            $0.object("type") { Self.coding(AccessSearch.typeSystem(release), "rest", &$0) }
            $0.list("subtype", [event.interaction]) { word, json in
                json.object { Self.coding(AccessEvent.system(of: word), word, &$0) }
            }
            $0.member("action", event.action.rawValue)
            $0.member("recorded", RFC3339.format(event.at))
            $0.member("outcome", event.outcome)
            $0.list("purposeOfEvent", [event.purpose]) { purpose, json in
                json.object { $0.list("coding", [purpose]) { purpose, json in json.object { Self.coding(Purpose.system(release), purpose.rawValue, &$0) } } }
            }
            $0.list("agent", agents) { agent, json in self.write(agent, &json) }
            $0.object("source") {
                $0.member("site", "Careline Records")
                if release == .r4 {
                    $0.object("observer") { $0.member("display", "records-service") }
                } else {
                    $0.object("identifier") { $0.member("value", "records-service") }
                }
            }
            $0.list("entity", entities) { entity, json in self.write(entity, &json) }
        }
    }

    private struct Agent {
        var reference: String
        var name: String?
        var isRequestor: Bool
        var role: String
    }

    private var agents: [Agent] {
        let event = noted.event
        return event.agents.enumerated().map { place, reference in
            if place == 0 {
                return Agent(reference: reference, name: noted.name, isRequestor: true, role: event.guardian == nil ? event.role.rawValue : "guardian")
            }
            return Agent(reference: reference, isRequestor: false, role: reference.hasPrefix("Device/") ? "app" : "patient")
        }
    }

    private func write(_ agent: Agent, _ json: inout JSONWriter) {
        json.object {
            $0.list("role", [agent.role]) { role, json in
                json.object { $0.list("coding", [role]) { role, json in json.object { Self.coding("https://careline.example/fhir/access-role", role, &$0) } } }
            }
            $0.object(release == .r4 ? "who" : "reference") {
                $0.member("reference", agent.reference)
                if let name = agent.name { $0.member("display", name) }
            }
            $0.member("requestor", agent.isRequestor)
            if agent.isRequestor, let network = noted.event.network {
                $0.object("network") {
                    $0.member("address", network)
                    $0.member("type", "2")
                }
            }
        }
    }

    private struct Entity {
        var name: String
        var description: String?
    }

    /// The person first, then what was touched, then by which parameters it was searched for, and in which file of an export it was.
    private var entities: [Entity] {
        let things = noted.event.things.map { thing in
            thing.type + (thing.id.map { "/\($0)" } ?? "") + (thing.id == nil ? "" : thing.version.map { "/_history/\($0)" } ?? "")
        }
        let search = noted.event.parameters.map { Entity(name: "search", description: $0.joined(separator: ", ")) }
        let file = noted.event.file.map { Entity(name: "file", description: $0) }
        return (["Patient/\(owner)"] + things).map { Entity(name: $0) } + [search, file].compactMap { $0 }
    }

    private func write(_ one: Entity, _ json: inout JSONWriter) {
        let entity = one.name
        json.object {
            // A type alone is no reference.
            guard entity.contains("/") else {
                $0.member("name", entity)
                if let description = one.description { $0.member("description", description) }
                return
            }
            $0.object(release == .r4 ? "what" : "reference") { $0.member("reference", entity) }
        }
    }

    private static func coding(_ system: String, _ code: String, _ json: inout JSONWriter) {
        json.member("system", system)
        json.member("code", code)
    }
}

/// A page of them, newest first.
struct AuditEventsView: Sendable {
    let events: [NotedAccess]
    let owner: UserID
    let release: FHIRRelease
    let urls: ResourceURLs
    /// As it was asked for.
    let query: [(name: String, value: String)]
    let limit: Int
    /// Nil on the last page.
    let next: String?
    /// What nobody here knows, and was passed over.
    let ignored: [Fault]
    let language: Language

    private enum Entry {
        case event(NotedAccess)
        case outcome([OperationOutcomeView.Issue])
    }

    private var entries: [Entry] {
        let issues = ignored.map { fault in
            OperationOutcomeView.Issue(severity: "warning", code: "not-supported", diagnostics: fault.message(in: language), expression: fault.field)
        }
        let outcomes: [Entry] = issues.isEmpty ? [] : [.outcome(issues)]
        return events.map { .event($0) } + outcomes
    }

    var bytes: [UInt8] {
        let entries = entries
        var json = JSONWriter(capacity: 512 + events.count * 1200)
        let links = BundleLinks(own: url([]), next: next.map { url([("_after", $0)]) })
        json.object {
            $0.member("resourceType", "Bundle")
            $0.member("type", "searchset")
            links.write(&$0)
            if entries.isEmpty { return }
            $0.list("entry", entries) { entry, json in
                json.object { write(entry, &$0) }
            }
        }
        return json.bytes
    }

    private func write(_ entry: Entry, _ json: inout JSONWriter) {
        switch entry {
        case .event(let noted):
            json.member("fullUrl", urls.url("AuditEvent", noted.id.description))
            json.member("resource", json: AuditEventView(noted: noted, owner: owner, release: release).bytes)
            json.object("search") { $0.member("mode", "match") }
        case .outcome(let issues):
            json.member("resource", json: OperationOutcomeView(issues: issues).bytes)
            json.object("search") { $0.member("mode", "outcome") }
        }
    }

    private func url(_ more: [(name: String, value: String)]) -> String {
        let pairs = (query + [("_count", String(limit))] + more).map { "\($0.name)=\(SearchsetView.escaped($0.value))" }
        return "\(urls.base)/AuditEvent?\(pairs.joined(separator: "&"))"
    }
}
