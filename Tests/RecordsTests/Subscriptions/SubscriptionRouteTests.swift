import CareModels
import Foundation
import JSON
import Postgres
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite(.timeLimit(.minutes(5))) struct SubscriptionRouteTests {
    private static func focuses(_ bundle: JSONValue) -> [String] {
        (bundle["entry"]?.children.map { $0 } ?? []).dropFirst().map { ($0["request"]?["method"]?.string ?? "") + " " + ($0["fullUrl"]?.string ?? "") }
    }

    /// Where clients of the backport look for them.
    @Test func eachTopicThatIsDeclaredIsThere() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let rest = try await world.get("/fhir/r4/metadata", patient).json["rest"]?.children.first { _ in true }
            let declared = try #require(rest?["resource"]?.children.first { $0["type"]?.string == "Subscription" })
            #expect(declared["supportedProfile"]?.children.compactMap(\.string) == [SubscriptionReading.backport + "backport-subscription"])
            let name = SubscriptionReading.backport + "capabilitystatement-subscriptiontopic-canonical"
            let topics = declared["extension"]?.children.compactMap { $0["url"]?.string == name ? $0["valueCanonical"]?.string : nil } ?? []
            #expect(topics.count == 4)
            for topic in topics {
                #expect(topic.hasPrefix(SubscriptionReading.topics))
                let body = World.subscription(topic: String(topic.dropFirst(SubscriptionReading.topics.count)))
                #expect(try await world.subscribe(patient, body).status == 201, "\(topic)")
            }
            let others = rest?["resource"]?.children.filter { $0["extension"] != nil }
            #expect(others?.count == 1)
            let before = try await world.get("/fhir/stu3/metadata", patient).text
            #expect(!before.contains("subscriptiontopic-canonical"))
        }
    }

    @Test func tellsOfWhatIsAskedForAlone() async throws {
        try await World.run { world in
            let (patient, stranger) = (try world.patient(), try world.patient())
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            let made = try await world.subscribe(patient)
            #expect(made.status == 201)
            let id = made.id
            #expect(try await world.notices(id) == ["handshake 0"])
            #expect(try await world.status(id, patient)["status"] == "active")

            let pulse = try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).id
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate(code: "8310-5")).status == 201)
            #expect(try await world.send(.POST, "/fhir/stu3/Observation", patient, Examples.heartRate()).status == 201)
            #expect(try await world.send(.POST, "/fhir/r4/Observation", stranger, Examples.heartRate()).status == 201)
            let amended = #"{"id":"\#(pulse)","# + Examples.heartRate(status: "amended").dropFirst()
            #expect(try await world.send(.PUT, "/fhir/r4/Observation/\(pulse)", patient, amended).status == 200)
            #expect(try await world.send(.DELETE, "/fhir/r4/Observation/\(pulse)", patient).status == 204)
            #expect(try await world.notices(id) == ["handshake 0", "event-notification 1", "event-notification 2", "event-notification 3"])
            #expect(try await world.status(id, patient)["events-since-subscription-start"] == "3")

            let events = try await world.get("/fhir/r4/Subscription/\(id)/$events", patient).json
            let url = "http://care.test/fhir/r4/Observation/\(pulse)"
            #expect(events["type"]?.string == "history")
            #expect(Self.focuses(events) == ["POST \(url)", "PUT \(url)", "DELETE \(url)"])
            let status = try #require(events["entry"]?.children.first { _ in true }?["resource"])
            #expect(status["parameter"]?.children.filter { $0["name"]?.string == "notification-event" }.count == 3)
            #expect(status["parameter"]?.children.first { $0["name"]?.string == "type" }?["valueCode"]?.string == "query-event")
            #expect(events["entry"]?.children.dropFirst().contains { $0["resource"] != nil } == false)

            let fromZero = try await world.get("/fhir/r4/Subscription/\(id)/$events?eventsSinceNumber=0", patient).json
            #expect(Self.focuses(fromZero) == ["POST \(url)", "PUT \(url)", "DELETE \(url)"])
            #expect(fromZero["link"]?.children.first { _ in true }?["url"]?.string?.hasSuffix("eventsSinceNumber=1") == true)

            let full = try await world.get("/fhir/r4/Subscription/\(id)/$events?eventsSinceNumber=2&eventsUntilNumber=2&content=full-resource", patient).json
            #expect(full["entry"]?.children.dropFirst().map { $0["resource"]?["status"]?.string } == ["amended"])
            let empty = try await world.get("/fhir/r4/Subscription/\(id)/$events?content=empty", patient)
            #expect(Self.focuses(try empty.json) == [])
            #expect(!String(decoding: empty.body, as: UTF8.self).contains(pulse))
            #expect(try await world.get("/fhir/r4/Subscription/$status", patient).json["total"]?.number == 1)
            #expect(try await world.get("/fhir/r4/Subscription/$status", stranger).json["total"]?.number == 0)
            for (query, count) in [("id=\(id)", 1.0), ("id=other,\(id)&status=off,active", 1), ("id=other&id=\(id)", 1), ("id=other", 0), ("status=off&status=error", 0)]
            {
                #expect(try await world.get("/fhir/r4/Subscription/$status?\(query)", patient).json["total"]?.number == count, "\(query)")
            }
            for query in ["status=on", "id=a_b", "id=\(String(repeating: "a,", count: 201))"] {
                #expect(try await world.get("/fhir/r4/Subscription/$status?\(query)", patient).status == 400, "\(query)")
            }
        }
    }

    /// As generic clients ask for every operation.
    @Test func aPostOfParametersAsksTheSame() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.subscribe(patient, World.subscription(["Basic"])).id
            for _ in 0..<3 { #expect(try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#).status == 201) }
            func ask(_ path: String, _ parameters: String...) async throws -> Answer {
                let list = parameters.isEmpty ? "" : #","parameter":[\#(parameters.joined(separator: ","))]"#
                return try await world.send(.POST, "/fhir/r4/Subscription/\(path)", patient, #"{"resourceType":"Parameters"\#(list)}"#)
            }
            let told = try await ask(
                "\(id)/$events", #"{"name":"eventsSinceNumber","valueString":"2"}"#, #"{"name":"eventsUntilNumber","valueInteger":2}"#,
                #"{"name":"content","valueCode":"full-resource"}"#)
            let same = try await world.get("/fhir/r4/Subscription/\(id)/$events?eventsSinceNumber=2&eventsUntilNumber=2&content=full-resource", patient)
            #expect(told.status == 200)
            #expect(try Self.focuses(told.json) == Self.focuses(same.json))
            #expect(try told.json["entry"]?.childCount == 2)
            #expect(try await ask("\(id)/$events").status == 200)
            #expect(try await ask("\(id)/$status").json["total"]?.number == 1)
            #expect(try await ask("$status").json["total"]?.number == 1)
            let named = try await ask("$status", #"{"name":"id","valueId":"other"}"#, #"{"name":"id","valueId":"\#(id)"}"#)
            #expect(try named.json["total"]?.number == 1)
            #expect(try named.json["link"]?.children.first { _ in true }?["url"]?.string?.contains("$status?id=other") == true)
            #expect(try await ask("$status", #"{"name":"status","valueCode":"off"}"#).json["total"]?.number == 0)
            for (path, parameter) in [
                ("$status", #"{"name":"status","valueCode":"on"}"#), ("\(id)/$status", #"{"name":"id","valueId":"\#(id)"}"#),
                ("\(id)/$events", #"{"name":"eventsSinceNumber","valueString":"x"}"#), ("\(id)/$events", #"{"name":"since","valueString":"1"}"#),
                ("\(id)/$events", #"{"name":"content","valueBoolean":true}"#)
            ] {
                #expect(try await ask(path, parameter).status == 400, "\(path) \(parameter)")
            }
            #expect(try await world.send(.POST, "/fhir/r4/Subscription/$status", patient, #"{"resourceType":"Basic"}"#).status == 400)
            #expect(try await world.send(.POST, "/fhir/r4/Basic/$status", patient, #"{"resourceType":"Parameters"}"#).status == 404)
        }
    }

    /// Of what somebody may not see any more they are not told what it was, either.
    @Test(arguments: ["id-only", "full-resource"]) func whatIsOutOfReachNowIsToldNoMore(content: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            func put(_ id: String, _ category: String) async throws {
                let body =
                    #"{"resourceType":"Observation","id":"\#(id)","status":"final","category":[{"coding":[{"system":"urn:c","code":"\#(category)"}]}]}"#
                #expect([200, 201].contains(try await world.send(.PUT, "/fhir/r4/Observation/\(id)", patient, body).status))
            }
            let id = try await world.subscribe(patient, World.subscription(["Observation"], content: content)).id
            let types = #","class":[{"system":"http://hl7.org/fhir/resource-types","code":"Subscription"}]"#
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", types)
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","class":[{"system":"urn:c","code":"laboratory"}]"#)
            for each in ["a", "b"] { try await put(each, "laboratory") }
            func told() async throws -> [String] {
                let answer = try await world.get("/fhir/r4/Subscription/\(id)/$events", provider, headers: World.of(patient))
                #expect(answer.status == 200)
                return Self.focuses(try answer.json).compactMap { $0.split(separator: "/").last.map(String.init) }
            }
            #expect(try await told() == ["a", "b"])
            // How many there were in all would tell of the others.
            #expect(try await world.status(id, provider, headers: World.of(patient))["events-since-subscription-start"] == nil)
            let events = try await world.get("/fhir/r4/Subscription/\(id)/$events", provider, headers: World.of(patient)).text
            #expect(!events.contains("since-subscription"))
            #expect(try await world.status(id, patient)["events-since-subscription-start"] == "2")
            try await put("a", "secret")
            #expect(try await told() == ["b"])
            try await put("b", "laboratory")
            #expect(try await told() == ["b", "b"])
        }
    }

    @Test func severalChangesOfACommitAreOneNoticeAndPagesGoOn() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = World.subscription(["Basic"], ofChannel: World.ofChannel("backport-max-count", #""valuePositiveInt":2"#))
            let id = try await world.subscribe(patient, body).id
            let entries = (0..<5).map { _ in #"{"resource":{"resourceType":"Basic"},"request":{"method":"POST","url":"Basic"}}"# }.joined(separator: ",")
            let bundle = #"{"resourceType":"Bundle","type":"transaction","entry":[\#(entries)]}"#
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle).status == 200)
            #expect(try await world.notices(id) == ["handshake 0", "event-notification 5"])
            var (path, pages): (String?, [Int]) = ("/fhir/r4/Subscription/\(id)/$events", [])
            while let next = path {
                let page = try await world.get(next, patient).json
                pages.append(Self.focuses(page).count)
                let link = page["link"]?.children.first { $0["relation"]?.string == "next" }?["url"]?.string
                path = link.map { String($0.dropFirst("http://care.test".count)) }
            }
            #expect(pages == [2, 2, 1])
        }
    }

    @Test func numbersHaveNoGapUnderManyWriters() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.subscribe(patient, World.subscription(["Basic"])).id
            let answers = try await together(30) { _ in try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#) }
            #expect(answers.allSatisfy { $0.status == 201 })
            #expect(try await world.notices(id) == ["handshake 0"] + (1...30).map { "event-notification \($0)" })
            #expect(try await world.count("SELECT count(*) FROM subscription_events WHERE number BETWEEN 1 AND 30") == 30)
        }
    }

    @Test func whatIsUndoneIsNotTold() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.subscribe(patient, World.subscription(["Basic"])).id
            let bundle = """
                {"resourceType":"Bundle","type":"transaction","entry":[
                  {"resource":{"resourceType":"Basic"},"request":{"method":"POST","url":"Basic"}},
                  {"request":{"method":"GET","url":"Basic/nothing"}}]}
                """
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle).status >= 400)
            #expect(try await world.notices(id) == ["handshake 0"])
        }
    }

    @Test func endsAndBeginsAnewWithItsNumbers() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let write = { try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#) }
            let id = try await world.subscribe(patient, World.subscription(["Basic"])).id
            _ = try await write()
            let path = "/fhir/r4/Subscription/\(id)"
            #expect(try await world.send(.PUT, path, patient, World.subscription(["Basic"], id: id, status: "off")).status == 200)
            #expect(try await world.status(id, patient)["status"] == "off")
            _ = try await write()
            #expect(try await world.send(.PUT, path, patient, World.subscription(["Basic"], id: id)).status == 200)
            _ = try await write()
            #expect(try await world.notices(id) == ["handshake 0", "event-notification 1", "handshake 1", "event-notification 2"])
            #expect(try await world.send(.DELETE, path, patient).status == 204)
            _ = try await write()
            #expect(try await world.notices(id).count == 4)
            #expect(try await world.get(path + "/$status", patient).status == 404)
            #expect(try await world.get(path + "/$events", patient).status == 404)
        }
    }

    @Test func isSilentWithAHeartbeatUntilItsEnd() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = World.subscription(
                ["Basic"], more: #","end":"2026-03-06T12:05:00Z""#, ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":120"#))
            let id = try await world.subscribe(patient, body).id
            try world.setClock("2026-03-06T12:01:59Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id) == ["handshake 0"])
            #expect(try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#).status == 201)
            try world.setClock("2026-03-06T12:03:00Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id).count == 2)
            try world.setClock("2026-03-06T12:04:00Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id) == ["handshake 0", "event-notification 1", "heartbeat 1"])
            try world.setClock("2026-03-06T12:05:00Z")
            // At its end, whether anybody has looked or not.
            #expect(try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#).status == 201)
            #expect(try await world.status(id, patient)["status"] == "off")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id).count == 3)
            #expect(try await world.count("SELECT count(*) FROM subscriptions WHERE state = 'off' AND due_at IS NULL") == 1)
        }
    }

    /// As a later release may have written it, while this one still runs beside it.
    @Test func oneThatCannotBeReadSilencesNobodyElse() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let body = World.subscription(["Basic"], ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":120"#))
            let (later, id) = (try await world.subscribe(other, body).id, try await world.subscribe(patient, body).id)
            let record = try #require(RecordID(later))
            try await world.pool.transaction { _ = try await $0.execute("UPDATE subscriptions SET role = 'of_later' WHERE record_id = \(record)") }
            try world.setClock("2026-03-06T12:02:01Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id) == ["handshake 0", "heartbeat 0"])
        }
    }

    /// Else whoever counts the notices would take one for lost.
    @Test func oneThatCannotBeReadForAWhileHasNoGap() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let body = World.subscription(["Basic"], ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":120"#))
            let id = try await world.subscribe(provider, body, headers: World.of(patient)).id
            try await world.pool.transaction { _ = try await $0.execute("UPDATE subscriptions SET terms = decode('00', 'hex') || terms") }
            try world.setClock("2026-03-06T12:02:01Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id) == ["handshake 0"])
            try await world.pool.transaction { _ = try await $0.execute("UPDATE subscriptions SET terms = substring(terms FROM 2)") }
            try world.setClock("2026-03-06T12:04:02Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id) == ["handshake 0", "heartbeat 0"])
        }
    }

    /// Else it would fall silent at the next change that its subscriber may not hear of, and so tell of it.
    @Test(arguments: ["", #","period":{"end":"2026-03-06T12:03:00Z"}"#]) func saysNothingToWhomNothingLetsIn(_ period: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)", period)
            let body = World.subscription(["Basic"], ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":120"#))
            let id = try await world.subscribe(provider, body, headers: World.of(patient)).id
            let own = try await world.subscribe(patient, body).id
            try world.setClock("2026-03-06T12:02:01Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id) == ["handshake 0", "heartbeat 0"])
            if period.isEmpty { #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient).status == 204) }
            try world.setClock("2026-03-06T12:04:02Z")
            try await world.advanceSubscriptions()
            #expect(try await world.notices(id) == ["handshake 0", "heartbeat 0"])
            #expect(try await world.status(id, patient)["status"] == "off")
            #expect(try await world.notices(own) == ["handshake 0", "heartbeat 0", "heartbeat 0"])
        }
    }

    @Test func endsForAProviderWithTheirConsent() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let of = World.of(patient)
            let made = try await world.subscribe(provider, headers: of)
            #expect(made.status == 201)
            let id = made.id
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            #expect(try await world.notices(id) == ["handshake 0", "event-notification 1"])
            let record = try #require(UUID(uuidString: id))
            let event = try #require(try await world.events(of: record, on: .subscriptions).last)
            #expect(event.data.contains(#""subscriberId":"\#(provider.id)""#) && event.data.contains(#""patientId":"\#(patient.id)""#))
            // Nobody turns it to themselves; its person can end it.
            #expect(try await world.send(.PUT, "/fhir/r4/Subscription/\(id)", patient, World.subscription(id: id)).status == 403)
            #expect(
                try await world.send(.PUT, "/fhir/r4/Consent/\(consent)", patient, World.consent(to: "Practitioner/\(provider.id)", id: consent, status: "inactive"))
                    .status == 200)
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            #expect(try await world.notices(id).count == 2)
            #expect(try await world.status(id, patient)["status"] == "off")
            #expect(try await world.get("/fhir/r4/Subscription/\(id)/$events", provider, headers: of).status == 404)
        }
    }

    /// Whoever is given something again would be told by how it stands whether anything happened meanwhile.
    @Test(arguments: [false, true]) func isOverWithTheConsentWhateverHappensMeanwhile(_ happens: Bool) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            let of = World.of(patient)
            let first = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let second = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let id = try await world.subscribe(provider, World.subscription(["Basic"]), headers: of).id
            let own = try await world.subscribe(patient, World.subscription(["Basic"])).id
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(first)", patient).status == 204)
            #expect(try await world.status(id, provider, headers: of)["status"] == "active")
            #expect(try await world.send(.DELETE, "/fhir/r4/Consent/\(second)", patient).status == 204)
            #expect(try await world.status(id, patient)["status"] == "off")
            if happens { #expect(try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#).status == 201) }
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            #expect(try await world.status(id, provider, headers: of)["status"] == "off")
            #expect(try await world.notices(id) == ["handshake 0"])
            #expect(try await world.status(own, patient)["status"] == "active")
        }
    }

    @Test func hearsOfWhatItsTokenAndConsentAreForAlone() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "records:write user/Subscription.rs user/Condition.rs"))
            #expect(try await world.subscribe(narrow, World.subscription(["Observation"])).status == 403)
            let id = try await world.subscribe(narrow, World.subscription(["Condition"])).id
            #expect(try await world.send(.POST, "/fhir/r4/Condition", patient, #"{"resourceType":"Condition","code":{"text":"a"}}"#).status == 201)
            #expect(try await world.notices(id) == ["handshake 0", "event-notification 1"])
        }
    }

    @Test func refusals() async throws {
        try await World.run { world in
            let (patient, stranger) = (try world.patient(), try world.patient())
            for body in [World.subscription(channel: "email"), World.hook(content: "full-resource")] {
                let refused = try await world.subscribe(patient, body)
                #expect(refused.status == 400)
                #expect(try refused.issue["code"]?.string == "not-supported")
            }
            #expect(try await world.subscribe(patient, World.subscription(["Observation?nothing=1"])).status == 400)
            #expect(try await world.subscribe(try world.machine(), headers: World.of(patient)).status >= 400)
            #expect(try await world.subscribe(try await world.provider(), headers: World.of(patient)).status == 404)
            #expect(try await world.count("SELECT count(*) FROM subscriptions") == 0)
            let id = try await world.subscribe(patient).id
            for operation in ["$status", "$events"] {
                #expect(try await world.get("/fhir/r4/Subscription/\(id)/\(operation)", stranger).status == 404)
                #expect(try await world.get("/fhir/r4/Patient/\(id)/\(operation)", patient).status == 404)
                #expect(try await world.get("/fhir/r4/Subscription/nothing/\(operation)", patient).status == 404)
            }
            #expect(try await world.get("/fhir/r4/Subscription/\(id)/$events?eventsSinceNumber=-1", patient).status == 400)
            #expect(try await world.get("/fhir/r4/Subscription/\(id)/$events?eventsUntilNumber=0", patient).status == 400)
            #expect(try await world.get("/fhir/r4/Subscription/\(id)/$events?eventsSinceNumber=3&eventsUntilNumber=2", patient).status == 400)
            #expect(try await world.get("/fhir/r4/Subscription/\(id)/$events?content=all", patient).status == 400)
        }
    }

    @Test func aRecordHasSoManyAtMost() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<RecordWriter.mostSubscriptions { #expect(try await world.subscribe(patient).status == 201) }
            // Waiting does not help: it is no matter of pace.
            let refused = try await world.subscribe(patient)
            #expect(refused.status == 409 && refused.headers.first(name: "Retry-After") == nil)
            #expect(try refused.issue["code"]?.string == "business-rule")
            #expect(try await world.subscribe(patient, World.subscription(status: "off")).status == 201)
        }
    }

    @Test func nothingIsLeftOfWhoSubscribed() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let id = try await world.subscribe(provider, headers: World.of(patient)).id
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            let erase = { (person: UserID) in
                let erased = UserDeleted(userId: person, version: 9, deletedAt: Date())
                try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            }
            try await erase(provider.id)
            #expect(try await world.count("SELECT count(*) FROM subscriptions WHERE actor_id IS NULL AND terms IS NULL AND state = 'off'") == 1)
            #expect(try await world.status(id, patient)["status"] == "off")
            // It is not known any more what it was about: how much of that there was is told to who may see everything.
            let narrow = World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: "user/Subscription.rs"))
            #expect(try await world.status(id, narrow)["events-since-subscription-start"] == nil)
            #expect(try await world.status(id, patient)["events-since-subscription-start"] == "1")
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            try await erase(patient.id)
            #expect(try await world.count("SELECT count(*) FROM subscriptions") == 0)
            #expect(try await world.count("SELECT count(*) FROM subscription_events") == 0)
        }
    }

    @Test func forgetsWhatItToldLongAgo() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.subscribe(patient, World.subscription(["Basic"])).id
            #expect(try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#).status == 201)
            try world.setClock("2026-03-12T12:00:00Z")
            #expect(try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#).status == 201)
            try world.setClock("2026-03-13T12:00:01Z")
            let now = world.clock.now
            #expect(try await world.pool.transaction { tx in try await ForgetSubscriptionEvents(now: now)(tx) } == false)
            let left = try await world.get("/fhir/r4/Subscription/\(id)/$events", patient).json
            #expect(Self.focuses(left).count == 1)
            #expect(try await world.status(id, patient)["events-since-subscription-start"] == "2")
        }
    }
}
