import CareModels
import Foundation
import Testing

@testable import WebhooksService

@Suite struct WebhookURLTests {
    private func faults(_ url: String, networks: [String] = []) -> [String] {
        var checks = Checks()
        WebhookURL.check(url, "url", within: Reach(networks: networks.compactMap { IPNetwork($0) }), &checks)
        return checks.faults.map(\.field)
    }

    @Test(arguments: ["https://hooks.example.org/a?b=c", "HTTPS://hooks.example.org:8443", "https://1.1.1.1/", "https://[2606:4700::1111]/"])
    func takesAddressesOfTheInternet(_ url: String) { #expect(faults(url).isEmpty) }

    @Test(arguments: [
        "", "hooks.example.org", "https:///a", "ftp://hooks.example.org/", "http://hooks.example.org/", "http://127.0.0.1/", "https://127.0.0.1/",
        "https://10.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/", "https://me:secret@hooks.example.org/", "https://hooks.example.org/#a",
        "https://hooks.example.org/a b", "https://höoks.example.org/", "https://hooks.example.org:0/", "https://a/" + String(repeating: "a", count: 2048)
    ]) func refusesOthers(_ url: String) { #expect(!faults(url).isEmpty) }

    @Test func saysHowLongOneMayBe() {
        var checks = Checks()
        WebhookURL.check("https://a/" + String(repeating: "a", count: 2048), "url", within: Reach(networks: []), &checks)
        #expect(checks.faults.map(\.message.limit) == [2048])
    }

    @Test func thisMachineIsTakenWhereTheOperatorAllowsIt() {
        #expect(faults("http://127.0.0.1:9000/", networks: ["127.0.0.0/8"]).isEmpty)
        #expect(faults("http://localhost:9000/", networks: ["127.0.0.0/8"]).isEmpty)
        #expect(!faults("http://10.0.0.1/", networks: ["10.0.0.0/8"]).isEmpty)
        #expect(faults("https://10.0.0.1/", networks: ["10.0.0.0/8"]).isEmpty)
    }
}

@Suite struct SignatureTests {
    /// Of the specification's own libraries.
    @Test func signsAsStandardWebhooksDo() throws {
        let bytes = try #require(Data(base64Encoded: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = SigningSecret([UInt8](bytes)).signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func severalSecretsSignBesideEachOther() {
        let (one, other) = (SigningSecret([1]), SigningSecret([2]))
        let both = [one, other].signatures(id: "a", timestamp: 1, body: [])
        #expect(both == "\(one.signature(id: "a", timestamp: 1, body: [])) \(other.signature(id: "a", timestamp: 1, body: []))")
        #expect(one.text == "whsec_AQ==")
    }
}

@Suite struct SharesTests {
    /// Of clients that have something due, each with so many under way, how many each has in the end.
    private func shared(_ due: [Int], underWay: [Int], free: Int) -> [Int] {
        let wishes = zip(due, underWay).enumerated().flatMap { client, wish in (0..<wish.0).map { (client: client, count: wish.1 + $0 + 1) } }
        let counts = wishes.sorted { ($0.count, $0.client) < ($1.count, $1.client) }
        let granted = counts.prefix(Shares.granted(counts.map(\.count), free: free))
        return underWay.indices.map { client in underWay[client] + granted.filter { $0.client == client }.count }
    }

    @Test(arguments: [
        // One alone never has more than half; what a client may have at all is less.
        ([0], [0], 256, [0]), ([80], [0], 256, [80]), ([200], [0], 256, [128]), ([200], [128], 128, [128]),
        ([80, 80], [0, 0], 256, [80, 80]),
        // Those of whom much is due leave as much free as each of them has.
        ([80, 80, 80, 80], [0, 0, 0, 0], 256, [52, 51, 51, 51]), ([80, 80, 80, 80, 80], [52, 51, 51, 51, 0], 51, [52, 51, 51, 51, 26]),
        // Who has the least comes first.
        ([10, 2], [5, 0], 7, [5, 2]), ([1, 1], [0, 0], 1, [1, 0]), ([1], [1], 1, [1]), ([1], [0], 0, [0])
    ]) func noneTakesAllPlaces(_ due: [Int], _ underWay: [Int], _ free: Int, _ wanted: [Int]) {
        #expect(shared(due, underWay: underWay, free: free) == wanted)
    }

    @Test func whatIsUnderWayIsCountedByWebhookAndByClient() {
        let (one, other) = (WebhookID(.v7()), WebhookID(.v7()))
        var busy = UnderWay()
        busy.begin(one, of: "a")
        busy.begin(one, of: "a")
        busy.begin(other, of: "a")
        #expect(busy.total == 3 && busy.ofWebhook == [one: 2, other: 1] && busy.ofClient == ["a": 3])
        busy.end(other, of: "a")
        busy.end(one, of: "a")
        #expect(busy.total == 1 && busy.ofWebhook == [one: 1] && busy.ofClient == ["a": 1])
        busy.end(one, of: "a")
        #expect(busy.total == 0 && busy.ofWebhook.isEmpty && busy.ofClient.isEmpty)
    }
}

@Suite struct RetryTests {
    @Test(arguments: [(1, 5.0), (2, 30), (3, 120), (4, 600), (5, 3600), (6, 10800), (7, 21600), (8, 21600), (1000, 21600)])
    func waitsLongerEachTime(_ failures: Int, _ seconds: TimeInterval) {
        #expect(RetrySchedule.wait(after: failures, jitter: 0, retryAfter: nil) == seconds)
        #expect(RetrySchedule.wait(after: failures, jitter: 1, retryAfter: nil) == seconds * 1.2)
    }

    /// Of each key's first event, however fast it is refused: a queue of 100,000 keys is 2 million attempts in three days, one at a time, and as many lines of the log.
    @Test func aDeliveryIsTriedSoOften() {
        var (attempts, passed) = (1, TimeInterval(0))
        while passed < RetrySchedule.triedFor {
            passed += RetrySchedule.wait(after: attempts, jitter: 0, retryAfter: 0)
            attempts += 1
        }
        #expect(attempts == 19)
    }

    @Test func aReceiverMayAskForALongerWaitWithinBounds() {
        #expect(RetrySchedule.wait(after: 1, jitter: 0, retryAfter: 90) == 90)
        #expect(RetrySchedule.wait(after: 4, jitter: 0, retryAfter: 90) == 600)
        #expect(RetrySchedule.wait(after: 1, jitter: 0, retryAfter: 10_000_000) == 6 * 3600)
        #expect(RetrySchedule.wait(after: 1, jitter: 0, retryAfter: -5) == 5)
    }

    /// 2027-01-15T08:00:00Z, a Friday.
    private static let now = Date(epochSeconds: 1_800_000_000)

    @Test(
        arguments: [
            ("90", 90), ("0", 0), ("-5", -5), ("Fri, 15 Jan 2027 08:01:30 GMT", 90), ("Fri, 15 Jan 2027 07:59:00 GMT", -60), ("Sat, 16 Jan 2027 08:00:00 GMT", 86_400),
            ("Mon, 15 Jan 2027 08:01:30 GMT", nil), ("soon", nil), ("", nil), ("1.5", nil), (nil, nil)
        ] as [(String?, Int?)])
    func aWaitIsAskedForInSecondsOrByADate(_ header: String?, seconds: Int?) { #expect(RetrySchedule.asked(header, at: Self.now) == seconds) }

    private func judge(_ answered: Answered, failures: Int = 0, first: TimeInterval? = nil, delivered: TimeInterval? = nil) -> Verdict {
        Verdict.judge(
            answered, failures: failures, firstTriedAt: first.map { Self.now + $0 }, deliveredAt: delivered.map { Self.now + $0 }, now: Self.now, jitter: 0)
    }

    @Test func whatBecomesOfADelivery() {
        let threeDays: TimeInterval = -3 * 86_400
        #expect(judge(.status(200, retryAfter: nil)) == .delivered)
        #expect(judge(.status(299, retryAfter: nil), failures: 50, first: 2 * threeDays) == .delivered)
        #expect(judge(.status(410, retryAfter: nil)) == .disabled(.gone))
        for status in [301, 302, 400, 404, 429, 500, 503] { #expect(judge(.status(status, retryAfter: nil)) == .retried(at: Self.now + 5)) }
        #expect(judge(.error("deadline"), failures: 2, first: -40) == .retried(at: Self.now + 120))
        #expect(judge(.status(503, retryAfter: 60)) == .retried(at: Self.now + 60))
        #expect(judge(.error("unreachable"), failures: 20, first: threeDays + 1) == .retried(at: Self.now + 6 * 3600))
        #expect(judge(.error("unreachable"), failures: 20, first: threeDays) == .disabled(.failing))
        #expect(judge(.error("unreachable"), failures: 20, first: threeDays, delivered: threeDays - 60) == .disabled(.failing))
        #expect(judge(.status(500, retryAfter: nil), failures: 20, first: threeDays, delivered: -60) == .gaveUp)
    }
}

@Suite struct WebhookEventsTests {
    @Test func findsEveryIDThatAnEventNames() throws {
        for entry in EventCatalog.all {
            let data = [UInt8](try CareJSON.encode(entry.example))
            let text = String(decoding: data, as: UTF8.self)
            let wanted = text.matches(of: /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/).compactMap { UUID(uuidString: String($0.1)) }
            #expect(WebhookEvents.ids(in: data) == Set(wanted), "\(entry.type)")
        }
        #expect(WebhookEvents.ids(in: Array(#"{"a":"no id","b":["019ca001-0b1c-7e2d-b3f4-a5968778695a"]}"#.utf8)).count == 1)
        #expect(WebhookEvents.ids(in: Array("\"".utf8)).isEmpty)
    }

    @Test func whatOnlyWakesStreamsIsNotSent() {
        #expect(!WebhookEvents.types.contains(FeedAdvanced.type) && !WebhookEvents.types.contains(FeedTyping.type))
        #expect(WebhookEvents.types.contains(AppointmentBooked.type))
    }
}
