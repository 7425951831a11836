import CKafka
import Foundation
import Testing

@testable import Kafka

@Suite struct ProducerStateTests {
    typealias State = ProducerState<String, String>

    private static let delivery = KafkaDelivery(partition: 0, offset: 1)

    private static func granted(_ reservation: State.Reservation) -> Int? {
        if case .granted(let count) = reservation { count } else { nil }
    }

    @Test(arguments: [(0, 0), (0, 0xFF_FFFF), (7, 3), (1 << 30, 12)])
    func tokensNameTheirRecord(batch: Int, index: Int) {
        let token = State.Token(batch: batch, index: index)
        #expect(token.rawValue != 0)
        #expect(token.batch == batch && token.index == index)
    }

    @Test func roomIsFirstComeFirstServed() {
        var state = State(limit: 3)
        let batch = state.begin(count: 9, report: "all")
        #expect(Self.granted(state.reserve(2, room: "a")) == 2)
        #expect(Self.granted(state.reserve(5, room: "b")) == 1)
        #expect(Self.granted(state.reserve(1, room: "c")) == nil)
        #expect(Self.granted(state.reserve(1, room: "d")) == nil)
        let one = state.finished([(State.Token(batch: batch, index: 0), .success(Self.delivery))])
        #expect(one.room.map(\.0) == ["c"])
        let two = state.finished([(State.Token(batch: batch, index: 1), .success(Self.delivery))])
        #expect(two.room.map(\.0) == ["d"])
        #expect(state.inFlight == 3)
    }

    @Test func nobodyOvertakesOneWhoWaits() {
        var state = State(limit: 1)
        #expect(Self.granted(state.reserve(1, room: "a")) == 1)
        #expect(Self.granted(state.reserve(1, room: "b")) == nil)
        #expect(state.refund(1).room.map(\.0) == ["b"])
        #expect(Self.granted(state.reserve(1, room: "c")) == nil)
    }

    @Test func aBatchReportsOnceAllIsKnown() {
        var state = State(limit: 10)
        let batch = state.begin(count: 3, report: "batch")
        _ = state.reserve(2, room: "a")
        #expect(state.finished([(State.Token(batch: batch, index: 1), .success(Self.delivery))]).reports.isEmpty)
        #expect(state.abandon(batch: batch, from: 2, .closed).reports.isEmpty)
        #expect(state.known(batch: batch, count: 3) == [.failure(.cancelled), .success(Self.delivery), .failure(.closed)])
        let last = state.finished([(State.Token(batch: batch, index: 0), .failure(.timedOut))])
        #expect(last.reports.map(\.1) == [[.failure(.timedOut), .success(Self.delivery), .failure(.closed)]])
        #expect(state.isIdle)
    }

    @Test func aStallLetsNobodyInUntilSomethingIsReported() {
        var state = State(limit: 10)
        let batch = state.begin(count: 4, report: "batch")
        _ = state.reserve(4, room: "a")
        _ = state.refund(2, stalled: true)
        #expect(Self.granted(state.reserve(2, room: "b")) == nil)
        let actions = state.finished([(State.Token(batch: batch, index: 0), .success(Self.delivery))])
        #expect(actions.room.map(\.0) == ["b"])
    }

    @Test func aRefusalReachesAllWhoWaitAndStays() {
        var state = State(limit: 1)
        _ = state.reserve(1, room: "a")
        _ = state.reserve(1, room: "b")
        let fatal = KafkaError(code: 1, name: "FATAL", isRetriable: false, isFatal: true)
        #expect(state.refuse(fatal).room.map(\.0) == ["b"])
        _ = state.refuse(.closed)
        guard case .refused(let error) = state.reserve(1, room: "c") else { return #expect(Bool(false), "not refused") }
        #expect(error == fatal)
    }

    @Test func theEndLeavesNobodyWaiting() {
        var state = State(limit: 5)
        let batch = state.begin(count: 2, report: "batch")
        _ = state.reserve(2, room: "a")
        _ = state.finished([(State.Token(batch: batch, index: 0), .success(Self.delivery))])
        let actions = state.failAll(.closed)
        #expect(actions.reports.map(\.1) == [[.success(Self.delivery), .failure(.closed)]])
        #expect(state.isIdle)
    }
}

@Suite struct ConsumerStateTests {
    typealias State = ConsumerState<String>

    private let first = KafkaPartition(topic: "t", partition: 0)
    private let second = KafkaPartition(topic: "t", partition: 1)

    private func messages(_ partition: KafkaPartition, _ offsets: ClosedRange<Int64>) -> [KafkaMessage] {
        offsets.map {
            KafkaMessage(topic: partition.topic, partition: partition.partition, offset: $0, key: nil, value: nil, headers: [], timestamp: 0)
        }
    }

    private func taken(_ next: State.Next) -> [Int64]? {
        if case .messages(let messages, _) = next { messages.map(\.offset) } else { nil }
    }

    private func state(limit: Int = 10) -> State {
        var state = State(limit: limit)
        state.assign([first, second])
        return state
    }

    @Test func messagesGoToWhoWaitsElseToTheQueue() {
        var state = state()
        #expect(taken(state.next(2, waiter: "a")) == nil)
        let deliveries = state.arrived(messages(first, 0...4))
        #expect(deliveries.map(\.waiter) == ["a"])
        #expect(deliveries.first?.messages.map(\.offset) == [0, 1])
        #expect(state.queued == 3)
        #expect(taken(state.next(100, waiter: "b")) == [2, 3, 4])
    }

    @Test func roomIsWhatTheLimitLeavesAndItsReturnIsTold() {
        var state = state(limit: 3)
        #expect(state.room() == 3)
        _ = state.arrived(messages(first, 0...2))
        #expect(state.room() == 0)
        guard case .messages(_, let wake) = state.next(1, waiter: "a") else { return #expect(Bool(false), "nothing there") }
        #expect(wake)
        guard case .messages(_, let again) = state.next(1, waiter: "a") else { return #expect(Bool(false), "nothing there") }
        #expect(!again)
    }

    @Test func whatNobodyTookGoesBackToTheFront() {
        var state = state()
        _ = state.next(2, waiter: "gone")
        let delivery = state.arrived(messages(first, 0...3))
        #expect(state.giveBack(delivery[0].messages).isEmpty)
        #expect(state.isDrained([first]) == true)
        #expect(taken(state.next(10, waiter: "b")) == [0, 1, 2, 3])
    }

    @Test func aRevokedPartitionLosesItsQueueAndKeepsItsStores() {
        var state = state()
        _ = state.arrived(messages(first, 0...3) + messages(second, 0...1))
        guard case .messages(let given, _) = state.next(2, waiter: "a") else { return #expect(Bool(false), "nothing there") }
        state.revoke([first])
        #expect(state.dropped == 2)
        #expect(!state.isDrained([first]))
        #expect(state.stored(given[0]) == true)
        #expect(!state.isDrained([first]))
        #expect(state.stored(given[1]) == true)
        #expect(state.isDrained([first]) == true)
        #expect(state.arrived(messages(first, 4...4)).isEmpty)
        state.removed([first])
        let late = state.stored(given[1])
        #expect(!late)
        #expect(taken(state.next(10, waiter: "b")) == [0, 1])
        #expect(state.partitions == [second])
    }

    @Test func aStoreOfAnEarlierAssignmentDoesNotCount() {
        var state = state()
        _ = state.arrived(messages(first, 0...0))
        guard case .messages(let given, _) = state.next(1, waiter: "a") else { return #expect(Bool(false), "nothing there") }
        state.revoke([first])
        state.removed([first])
        state.assign([first])
        let counts = state.stored(given[0])
        #expect(!counts)
    }

    @Test func aPausedPartitionIsHeldBackInOrder() {
        var state = state()
        _ = state.arrived(messages(first, 0...1) + messages(second, 0...0))
        let paused = state.pause(first)
        let pausedAgain = state.pause(first)
        #expect(paused && !pausedAgain)
        _ = state.arrived(messages(first, 2...2))
        #expect(taken(state.next(10, waiter: "a")) == [0])
        #expect(taken(state.next(10, waiter: "b")) == nil)
        let deliveries = state.resume(first)
        #expect(deliveries.map(\.waiter) == ["b"])
        #expect(deliveries.first?.messages.map(\.offset) == [0, 1, 2])
        #expect(state.resume(first).isEmpty)
    }

    @Test func whoWaitsHearsOfTheEnd() {
        var closed = state()
        _ = closed.next(1, waiter: "a")
        #expect(closed.close() == ["a"])
        guard case .closed = closed.next(1, waiter: "b") else { return #expect(Bool(false), "not closed") }
        var failed = state()
        _ = failed.next(1, waiter: "a")
        #expect(failed.fail(.timedOut) == ["a"])
        guard case .failed(.timedOut) = failed.next(1, waiter: "b") else { return #expect(Bool(false), "not failed") }
    }
}

@Suite struct SettingsTests {
    @Test(arguments: [
        ("127.0.0.1:9092", true), ("localhost:1,127.0.0.2:2", true), ("kafka:9092", false), ("127.0.0.1:9092,kafka:9092", false), ("", false)
    ])
    func loopbackIsDevelopment(bootstrap: String, isDevelopment: Bool) {
        #expect(KafkaConfiguration(bootstrap: bootstrap, clientID: "c").development == isDevelopment)
        #expect(KafkaConfiguration(bootstrap: bootstrap, clientID: "c", development: true).development)
    }

    private static let sasl = KafkaConfiguration.SASL(.scramSHA512, username: "me", password: "hunter2")

    @Test func securityAndOverridesReachLibrdkafka() {
        let tls = KafkaConfiguration.TLS(caFile: "/ca.pem", certificateFile: "/own.pem", keyFile: "/own.key")
        var configuration = KafkaConfiguration(bootstrap: "kafka:9093", clientID: "c", security: .init(tls: tls, sasl: Self.sasl))
        configuration.settings = ["fetch.wait.max.ms": "77"]
        let wanted = [
            "security.protocol": "sasl_ssl", "sasl.mechanisms": "SCRAM-SHA-512", "sasl.username": "me", "sasl.password": "hunter2",
            "ssl.ca.location": "/ca.pem", "ssl.certificate.location": "/own.pem", "ssl.key.location": "/own.key",
            "ssl.endpoint.identification.algorithm": "https", "fetch.wait.max.ms": "77"
        ]
        for properties in [configuration.consumerProperties(.group("g"), queueLimit: 10), configuration.producerProperties, configuration.adminProperties] {
            let values = Dictionary(properties.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
            for (name, value) in wanted { #expect(values[name] == value) }
        }
    }

    @Test(
        arguments: [
            (.plaintext, "plaintext"), (.init(tls: .init()), "ssl"), (.init(sasl: SettingsTests.sasl), "sasl_plaintext"),
            (.init(tls: .init(), sasl: SettingsTests.sasl), "sasl_ssl")
        ] as [(KafkaConfiguration.Security, String)])
    func theProtocolFollows(security: KafkaConfiguration.Security, name: String) {
        let configuration = KafkaConfiguration(bootstrap: "kafka:9093", clientID: "c", security: security)
        #expect(configuration.adminProperties.first { $0.name == "security.protocol" }?.value == name)
    }

    @Test func aConfigurationShowsNoPassword() {
        let configuration = KafkaConfiguration(bootstrap: "kafka:9093", clientID: "c", security: .init(sasl: Self.sasl))
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(text.contains("SCRAM-SHA-512"))
            #expect(!text.contains("hunter2"))
        }
    }

    /// Debian's librdkafka has what the settings offer: a client is made, which needs no broker.
    @Test(arguments: KafkaConfiguration.SASL.Mechanism.allCases)
    func tlsAndSASLAreBuiltIn(mechanism: KafkaConfiguration.SASL.Mechanism) async throws {
        let sasl = KafkaConfiguration.SASL(mechanism, username: "me", password: "hunter2")
        let producer = try KafkaProducer(KafkaConfiguration(bootstrap: "127.0.0.1:1", clientID: "c", security: .init(tls: .init(), sasl: sasl)))
        await producer.close(timeout: .zero)
    }

    /// The latest connection decides.
    @Test func refusalsAreKnownByTheirErrors() {
        #expect(KafkaRefusal(after: RD_KAFKA_RESP_ERR__AUTHENTICATION, known: .tls) == .authentication)
        #expect(KafkaRefusal(after: RD_KAFKA_RESP_ERR__SSL, known: nil) == .tls)
        #expect(KafkaRefusal(after: RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, known: .tls) == .tls)
        #expect(KafkaRefusal(after: RD_KAFKA_RESP_ERR__TRANSPORT, known: .tls) == nil)
    }

    @Test func logsGoToTheHook() async throws {
        var configuration = KafkaConfiguration(bootstrap: "127.0.0.1:1", clientID: "stranded")
        let (lines, heard) = AsyncStream<KafkaLogLine>.makeStream()
        configuration.log = { heard.yield($0) }
        let producer = try KafkaProducer(configuration)
        let line = try await within { await lines.first { $0.facility == "FAIL" } }
        #expect(line?.text.contains("127.0.0.1:1") == true)
        await producer.close(timeout: .zero)
    }
}

@Suite struct PromiseTests {
    @Test func theFirstValueStays() async {
        let promise = Promise<Int>()
        #expect(promise.resolve(1))
        #expect(!promise.resolve(2))
        #expect(await promise.value { 3 } == 1)
    }

    @Test func aCancellationBeforeTheWaitCounts() async {
        let promise = Promise<Int>()
        let gate = Promise<Void>()
        let task = Task {
            await gate.value()
            return await promise.value { 3 }
        }
        task.cancel()
        gate.resolve(())
        #expect(await task.value == 3)
        #expect(!promise.resolve(1))
    }
}
