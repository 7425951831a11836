import CareModels
import FHIR
import Foundation
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite struct SubscriptionReadingTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let parser = SearchParser(SearchLookup.of(.r4), base: "http://care.test/fhir/r4", now: 1_800_000_000_000)

    private func read(_ text: String) throws -> SubscriptionReading? {
        try SubscriptionReading(JSONDocument(Array(text.utf8)).root, Self.parser, now: Self.now)
    }

    @Test func readsWhatIsAsked() throws {
        let body = World.subscription(
            ["Observation?code=http://loinc.org|40443-4&status=final", "Condition"], topic: "resource-created", content: "full-resource",
            more: #","end":"2030-01-01T00:00:00+01:00""#, ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":60"#))
        let reading = try #require(try read(body))
        #expect(reading.isOn)
        #expect(reading.endsAt == Date(timeIntervalSince1970: 1_893_452_400))
        #expect(reading.terms.changes == [.created])
        #expect(reading.terms.filters.map(\.type) == ["Observation", "Condition"])
        #expect(reading.terms.content == .fullResource)
        #expect(reading.terms.heartbeat == 60)
        #expect(reading.terms.mostEvents == SubscriptionTerms.mostEvents)
    }

    /// By its digest: the address itself is looked for in Webhooks.
    @Test func readsWhereItIsTold() throws {
        let terms = try #require(try read(World.hook(content: "empty"))).terms
        #expect(terms.hook == SubscriptionHook.digest(of: World.hookAddress) && terms.content == .empty)
        #expect(SubscriptionHook.digest(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(try read(World.subscription())?.terms.hook == nil)
    }

    @Test(
        arguments: [
            (true, nil, SubscriptionStanding.active), (false, nil, .off), (true, .requested, .requested), (true, .active, .active), (false, .requested, .off),
            (false, .active, .off), (false, .error, .error)
        ] as [(Bool, SubscriptionHook.State?, SubscriptionStanding)])
    func standsAsItsAddressDoes(isActive: Bool, hook: SubscriptionHook.State?, standing: SubscriptionStanding) {
        #expect(SubscriptionStanding(isActive: isActive, hook) == standing)
    }

    /// Those of the standard's own examples among them: they are kept, and nobody acts on them.
    @Test func isNoneOfOurs() throws {
        #expect(
            try read(#"{"resourceType":"Subscription","status":"requested","criteria":"Observation?code=http://loinc.org|1975-2","channel":{"type":"rest-hook"}}"#) == nil
        )
        #expect(try read(#"{"resourceType":"Subscription"}"#) == nil)
    }

    @Test func whatIsOverNeedNotBeRight() throws {
        for body in [
            World.subscription([], channel: "email", status: "off"), World.subscription(channel: "rest-hook", status: "error"),
            World.subscription([], more: #","end":"2026-01-01T00:00:00Z""#)
        ] {
            #expect(try read(body)?.isOn == false)
        }
    }

    private static let refused: [(body: String, place: String)] = [
        (World.subscription(channel: "rest-hook"), "Subscription.channel.endpoint"),
        (World.hook(address: "https://app.example/" + String(repeating: "a", count: 2030)), "Subscription.channel.endpoint"),
        (World.hook(content: "full-resource"), "Subscription.channel.payload.extension"),
        (World.hook(ofChannel: #""header":["Authorization: Bearer a"],"#), "Subscription.channel.header"),
        (World.hook().replacing("application/fhir+json", with: "application/fhir+xml"), "Subscription.channel.payload"),
        (World.subscription(channel: "email"), "Subscription.channel.type"),
        (World.subscription(topic: "weather"), "Subscription.criteria"),
        (World.subscription([]), "Subscription.criteria.extension"),
        (World.subscription(Array(repeating: "Observation", count: 11)), "Subscription.criteria.extension"),
        (World.subscription(["Weather?code=a"]), "Subscription.criteria.extension"),
        (World.subscription(["Subscription"]), "Subscription.criteria.extension"),
        (World.subscription(["AuditEvent"]), "Subscription.criteria.extension"),
        (World.subscription([""]), "Subscription.criteria.extension"),
        (World.subscription(["Observation?code=" + String(repeating: "a", count: 1000)]), "Subscription.criteria.extension"),
        (World.subscription(content: "everything"), "Subscription.channel.payload.extension"),
        (World.subscription(more: #","end":"tomorrow""#), "Subscription.end"),
        (World.subscription(ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":59"#)), "Subscription.channel.extension"),
        (World.subscription(ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":86401"#)), "Subscription.channel.extension"),
        (World.subscription(ofChannel: World.ofChannel("backport-max-count", #""valuePositiveInt":0"#)), "Subscription.channel.extension"),
        (
            #"{"resourceType":"Subscription","meta":{"profile":["\#(SubscriptionReading.backport)backport-subscription"]},"status":"requested","criteria":"Observation","channel":{"type":"websocket"}}"#,
            "Subscription.criteria"
        )
    ]

    @Test(arguments: refused.indices) func refuses(_ index: Int) {
        let (body, place) = Self.refused[index]
        do {
            _ = try read(body)
            Issue.record("read: \(body)")
        } catch let fault as ResourceFault {
            #expect(fault.path == place)
        } catch {
            Issue.record(error)
        }
    }

    @Test(arguments: ["Observation?nothing=1", "Observation?patient.name=Amara", "Observation?_has:Provenance:target:agent=a", "Observation?date=never"])
    func refusesSearches(_ filter: String) {
        #expect(throws: SearchFault.self) { try read(World.subscription([filter])) }
    }

    private struct Case: Sendable {
        var filters: [String]
        var topic = "resource-changed"
        var change = SubscriptionTerms.Change.created
        var type = "Observation"
        var matches: Bool
    }

    private static let cases: [Case] = [
        Case(filters: [World.pulses], matches: true),
        Case(filters: ["Observation"], matches: true),
        Case(filters: ["Observation?code=40443-4"], matches: true),
        Case(filters: ["Observation?code=http%3A%2F%2Floinc.org%7C40443-4"], matches: true),
        Case(filters: ["Observation?code=8867-4"], matches: false),
        Case(filters: ["Observation?code=8867-4,40443-4"], matches: true),
        Case(filters: ["Observation?code=40443-4&status=amended"], matches: false),
        // All that are about its type.
        Case(filters: [World.pulses, "Observation?status=final"], matches: true),
        Case(filters: [World.pulses, "Observation?status=amended"], matches: false),
        Case(filters: [World.pulses, "Condition?code=a"], matches: true),
        Case(filters: ["Condition"], matches: false),
        Case(filters: ["Observation?value-quantity=gt60"], matches: true),
        Case(filters: ["Observation?value-quantity=gt70"], matches: false),
        Case(filters: [World.pulses], topic: "resource-created", matches: true),
        Case(filters: [World.pulses], topic: "resource-updated", matches: false),
        Case(filters: [World.pulses], topic: "resource-updated", change: .updated, matches: true),
        Case(filters: [World.pulses], topic: "resource-deleted", change: .deleted, matches: true),
        Case(filters: [World.pulses], topic: "resource-deleted", matches: false),
        Case(filters: [World.pulses], change: .deleted, matches: true)
    ]

    @Test(arguments: cases.indices) func matches(_ index: Int) throws {
        let it = Self.cases[index]
        let reading = try #require(try read(World.subscription(it.filters, topic: it.topic)))
        let resource = try JSONDocument(Array(Examples.heartRate().utf8)).root
        let values = ResourceSearchValues(resource, [], .r4, base: "http://care.test/fhir/r4")
        let focus = SubscriptionFocus(
            record: RecordID(.v7()), fhirID: "a", type: it.type, version: 1, change: it.change, updatedAt: 1_800_000_000_000,
            index: SearchIndex(id: nil, values.all))
        #expect(try SubscriptionMatch(reading.terms, Self.parser).holds(of: focus, within: Budget()) == it.matches)
    }

    /// Thousands of values that are asked of thousands of resources end somewhere, and nothing is missed by it.
    @Test func whatIsTooMuchToAskIsTold() throws {
        let wanted = (0..<100).map { "absent\($0)" }.joined(separator: ",")
        let reading = try #require(try read(World.subscription(["Observation?value-string:contains=\(wanted)"])))
        let number = try #require(SearchLookup.of(.r4).find("value-string", of: "Observation")?.number)
        let values = (0..<1000).map { SearchValue.string("value \($0)") }
        let focus = SubscriptionFocus(
            record: RecordID(.v7()), fhirID: "a", type: "Observation", version: 1, change: .created, updatedAt: 1_800_000_000_000,
            index: SearchIndex(id: nil, [(parameter: number, values: values)]))
        let match = try SubscriptionMatch(reading.terms, Self.parser)
        let budget = Budget(comparisons: SubscriptionMatch.mostCompared)
        var told = 0
        for _ in 0..<200 where match.holds(of: focus, within: budget) { told += 1 }
        #expect(budget.spent(.comparisons) == SubscriptionMatch.mostCompared + 100_000 && told == 189)
    }
}
