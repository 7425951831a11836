import CareModels
import FHIR
import Foundation
import JSON

/// What a Subscription of FHIR R4 asks for, by the topic-based backport (http://hl7.org/fhir/uv/subscriptions-backport/STU1.1). One that names none of its topics is a
/// resource like any other, which nobody acts on.
struct SubscriptionReading: Sendable {
    static let topics = "https://careline.example/fhir/SubscriptionTopic/"
    static let backport = "http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/"
    static let definitions = "http://hl7.org/fhir/uv/subscriptions-backport/OperationDefinition/"

    /// Of each topic, the changes that it is about.
    static let changes: [String: Set<SubscriptionTerms.Change>] = [
        "resource-created": [.created], "resource-updated": [.updated], "resource-deleted": [.deleted], "resource-changed": Set(SubscriptionTerms.Change.allCases)
    ]

    var terms: SubscriptionTerms
    /// It is wanted, and its end is ahead.
    var isOn: Bool
    var endsAt: Date?

    /// Nil when it is not by a topic.
    init?(_ resource: JSONValue, _ parser: SearchParser, now: Date) throws {
        let criteria = resource["criteria"]?.string ?? ""
        let profiles = Self.list(resource["meta"]?["profile"]).compactMap(\.string)
        guard criteria.hasPrefix(Self.topics) || profiles.contains(where: { $0.hasPrefix(Self.backport + "backport-subscription") }) else { return nil }
        guard criteria.hasPrefix(Self.topics), let changes = Self.changes[String(criteria.dropFirst(Self.topics.count))] else {
            throw ResourceFault(.notSupported, "No such topic is published here.", at: "Subscription.criteria")
        }
        let channel = resource["channel"]
        terms = SubscriptionTerms(topic: criteria, changes: changes, filters: [], content: .idOnly, mostEvents: SubscriptionTerms.mostEvents)
        let end = try Self.end(resource["end"])
        endsAt = end
        isOn = ["requested", "active"].contains(resource["status"]?.string) && (end.map { $0 > now } ?? true)
        // What is over need not be right.
        guard isOn else { return }
        switch channel?["type"]?.string {
        case "websocket": break
        case "rest-hook": terms.hook = try Self.hook(channel)
        default: throw ResourceFault(.notSupported, "Only websocket, in the subscriber’s feed, and rest-hook are served.", at: "Subscription.channel.type")
        }
        terms.filters = try Self.filters(resource["_criteria"], parser)
        try readExtensions(channel)
        if terms.hook != nil, terms.content == .fullResource {
            throw ResourceFault(
                .notSupported, "No contents are sent to an address: ask for empty or id-only, and read the rest by $events.", at: "Subscription.channel.payload.extension"
            )
        }
    }

    /// The digest of its address. Which one that may be is not known here: it is one that the app has registered as a webhook's, or nothing is sent.
    private static func hook(_ channel: JSONValue?) throws(ResourceFault) -> String {
        guard let address = channel?["endpoint"]?.string, (1...SubscriptionHook.longestAddress).contains(address.utf8.count) else {
            throw ResourceFault(.required, "Say where it is told: the address of a webhook of the app’s.", at: "Subscription.channel.endpoint")
        }
        if channel?["header"] != nil {
            throw ResourceFault(.notSupported, "No headers of your own are sent: each request is signed with the webhook’s secret.", at: "Subscription.channel.header")
        }
        if let payload = channel?["payload"]?.string, !["application/fhir+json", "application/json"].contains(payload) {
            throw ResourceFault(.notSupported, "Notifications are application/fhir+json.", at: "Subscription.channel.payload")
        }
        return SubscriptionHook.digest(of: address)
    }

    /// Unlimited when there is none.
    private static func end(_ value: JSONValue?) throws(ResourceFault) -> Date? {
        guard let value else { return nil }
        guard let date = value.string.flatMap({ FHIRDate($0) }) else { throw ResourceFault(.value, "The end is an instant.", at: "Subscription.end") }
        return date.from
    }

    private static func filters(_ element: JSONValue?, _ parser: SearchParser) throws -> [SubscriptionTerms.Filter] {
        let texts = extensions(element, "backport-filter-criteria").map { $0["valueString"]?.string ?? "" }
        guard (1...SubscriptionTerms.mostFilters).contains(texts.count) else {
            throw ResourceFault(
                .required, "Say which resources it is about: 1 to \(SubscriptionTerms.mostFilters) filters, such as Observation?code=http://loinc.org|8867-4.",
                at: "Subscription.criteria.extension")
        }
        return try texts.map { text in
            guard let filter = SubscriptionTerms.Filter(text), FHIRRelease.r4.hasType(filter.type), !["Subscription", "AuditEvent"].contains(filter.type) else {
                throw ResourceFault(
                    .value, "A filter is a type of resource with a search behind it, such as Observation?code=http://loinc.org|8867-4.",
                    at: "Subscription.criteria.extension")
            }
            guard try filter.conditions(parser).allSatisfy(\.isSettled) else {
                throw SearchFault("criteria", "follows a reference or reads the resource itself, which a filter cannot")
            }
            return filter
        }
    }

    private mutating func readExtensions(_ channel: JSONValue?) throws(ResourceFault) {
        if let value = Self.extensions(channel?["_payload"], "backport-payload-content").first {
            guard let content = value["valueCode"]?.string.flatMap(SubscriptionTerms.Content.init) else {
                throw ResourceFault(.value, "The content is empty, id-only or full-resource.", at: "Subscription.channel.payload.extension")
            }
            terms.content = content
        }
        let place = "Subscription.channel.extension"
        if let value = Self.extensions(channel, "backport-heartbeat-period").first {
            guard let seconds = Self.number(value["valueUnsignedInt"]), SubscriptionTerms.heartbeats.contains(seconds) else {
                let range = SubscriptionTerms.heartbeats
                throw ResourceFault(.value, "A heartbeat comes after \(range.lowerBound) to \(range.upperBound) seconds.", at: place)
            }
            terms.heartbeat = seconds
        }
        if let value = Self.extensions(channel, "backport-max-count").first {
            guard let most = Self.number(value["valuePositiveInt"]), most >= 1 else {
                throw ResourceFault(.value, "The number of events in a Bundle is 1 or more.", at: place)
            }
            terms.mostEvents = min(most, SubscriptionTerms.mostEvents)
        }
    }

    private static func extensions(_ element: JSONValue?, _ name: String) -> [JSONValue] {
        list(element?["extension"]).filter { $0["url"]?.string == backport + name }
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] { value.map { $0.kind == .array ? Array($0.children) : [] } ?? [] }

    private static func number(_ value: JSONValue?) -> Int? { value?.number.flatMap { Int(exactly: $0) } }
}

extension SubscriptionTerms.Filter {
    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= SubscriptionTerms.longestFilter else { return nil }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(type: parts[0], query: parts.count == 2 ? parts[1] : "")
    }

    func conditions(_ parser: SearchParser) throws(SearchFault) -> [SearchCondition] {
        var conditions: [SearchCondition] = []
        var work = SearchParser.Work()
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { PercentCoding.decode($0.utf8) }
            guard let name = parts[0], let value = parts.count == 2 ? parts[1] : "" else {
                throw SearchFault("criteria", "must be percent-encoded as UTF-8, without NUL characters")
            }
            conditions.append(try parser.condition(name, value, of: type, &work))
        }
        return conditions
    }
}
