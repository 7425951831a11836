import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct AppDataTests {
    private static func running<Result: Sendable>(_ device: TestDevice, _ body: (CareClient) async throws -> Result) async throws -> Result {
        let care = try await BookingTests.client(device)
        let result = try await body(care)
        await care.close()
        return result
    }

    private struct Mood: Codable, Equatable { var mood: String }

    private static func record(_ version: Int) -> String {
        #"{"recordId":"\#(MessageWatchTests.id(1))","id":"d1","format":"app-data","type":"AppData","version":\#(version),"status":"active","annotations":["diary"],"contentType":"application/json","createdAt":"2026-03-06T12:00:00Z","updatedAt":"2026-03-06T12:00:00Z"}"#
    }

    @Test func whatAnAppKeepsIsReadOfflineToo() async throws {
        let device = TestDevice()
        device.server.answer { call in
            switch call.method {
            case "POST": .json(Self.record(1), status: 201)
            case "PUT": call.headers["If-Match"] == "\"1\"" ? .json(Self.record(2)) : .problem("precondition-failed", 412)
            default:
                HTTPReply(
                    status: 200, headers: ["ETag": "\"1\"", "Content-Type": "application/json", "Care-Annotations": "diary"], body: Data(#"{"mood":"better"}"#.utf8))
            }
        }
        try await Self.running(device) { care in
            let record = try await care.appData.create(Mood(mood: "better"), annotations: ["diary"])
            let content = try await care.appData.content(record.id).current()
            #expect(try content.decode(Mood.self) == Mood(mood: "better") && content.version == 1 && content.annotations == ["diary"])
            #expect(try await care.appData.update("d1", from: 1, to: Data("{}".utf8), contentType: "application/json").version == 2)
            #expect(device.server.calls("/app-data").first?.headers["Care-Annotations"] == "diary")
        }
        device.server.answer { _ in throw TransportFault.unreachable }
        let mood = try await Self.running(device) { care in try await care.appData.content("d1").current().decode(Mood.self) }
        #expect(mood == Mood(mood: "better"))
    }

    @Test func withoutAKeyNothingIsSealed() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"items":[]}"#) }
        await #expect(throws: CareError.sealed(.notForThisDevice)) { try await Self.running(device) { try await $0.appData.sealed.create(Data("a".utf8)) } }
        #expect(device.server.calls("/app-data").isEmpty)
    }

    /// No two seals of the same are alike: what is tried again under one key, in another run of the app too, is what was sealed at first.
    @Test func whatIsTriedAgainUnderOneKeyIsTheSame() async throws {
        let device = TestDevice()
        let own = SealingKey()
        try device.keychain.write("sealing-keys-\(TestDevice.user)", Wire.encode([own.bytes]))
        let isReached = Locked(false)
        device.server.answer { call in
            if call.method == "POST" {
                guard isReached.withLock({ $0 }) else { throw TransportFault.deadline }
                return .json(Self.record(1), status: 201)
            }
            return .json(
                #"{"items":[{"id":"k","thumbprint":"\#(own.publicKey.thumbprint)","publicKey":"\#(Base64URL.encode(own.publicKey.bytes))","createdAt":"2026-03-06T12:00:00Z"}]}"#
            )
        }
        let key = UUID.v7()
        func create(_ key: UUID?) async throws { try await Self.running(device) { _ = try await $0.appData.sealed.create(Data("a".utf8), key: key) } }
        await #expect(throws: CareError.offline) { try await create(key) }
        isReached.withLock { $0 = true }
        try await create(key)
        let posts = device.server.calls("/app-data").filter { $0.method == "POST" }
        #expect(posts.count > 1 && Set(posts.map(\.body)).count == 1 && Set(posts.map { $0.headers["Idempotency-Key"] }) == [key.lowercaseText])
        // It is done: nothing is kept of it. Without a key each is another.
        let kept = try await Self.running(device) { try await $0.appData.core.cache.mark("sealing/\(key.lowercaseText)") }
        #expect(kept == nil)
        for _ in 0..<2 { try await create(nil) }
        #expect(Set(device.server.calls("/app-data").filter { $0.method == "POST" }.map { $0.headers["Idempotency-Key"] }).count == 3)
    }

    /// The server knows its key no longer then.
    @Test func whatNobodyAnswersForADayIsKeptNoLonger() async throws {
        let (device, own, key) = (TestDevice(), SealingKey(), UUID.v7())
        try device.keychain.write("sealing-keys-\(TestDevice.user)", Wire.encode([own.bytes]))
        device.server.answer { call in
            if call.method == "POST" { throw TransportFault.deadline }
            return .json(
                #"{"items":[{"id":"k","thumbprint":"\#(own.publicKey.thumbprint)","publicKey":"\#(Base64URL.encode(own.publicKey.bytes))","createdAt":"2026-03-06T12:00:00Z"}]}"#
            )
        }
        await #expect(throws: CareError.offline) { try await Self.running(device) { _ = try await $0.appData.sealed.create(Data("a".utf8), key: key) } }
        let name = "sealing/\(key.lowercaseText)"
        device.pass(80_000)
        let kept = try await Self.running(device) { care in
            try await Task.sleep(for: .milliseconds(50))
            return try await care.appData.core.cache.mark(name)
        }
        #expect(kept != nil)
        device.pass(10_000)
        try await Self.running(device) { care in
            while try await care.appData.core.cache.mark(name) != nil { try await Task.sleep(for: .milliseconds(2)) }
        }
    }

    /// An earlier version kept it among the device's own.
    @Test func whatIsForAKeyThatWasRestoredBeforeStillOpens() async throws {
        let (device, own, paper) = (TestDevice(), SealingKey(), SealingKey())
        try device.keychain.write("sealing-keys-\(TestDevice.user)", Wire.encode([own.bytes, paper.bytes]))
        let envelope = try Wire.encode(SealedEnvelope(Data("a".utf8), of: TestDevice.user, object: UUID(), revision: 1, for: [paper.publicKey]))
        device.server.answer { _ in HTTPReply(status: 200, headers: ["ETag": "\"1\"", "Content-Type": SealedEnvelope.mediaType], body: envelope) }
        let opened = try await Self.running(device) { try await $0.appData.sealed.open("d1") }
        #expect(opened.content == Data("a".utf8))
    }

    /// Both are the person's, and open with their key.
    @Test func anotherThingInItsPlaceIsRefused() async throws {
        let (device, own) = (TestDevice(), SealingKey())
        try device.keychain.write("sealing-keys-\(TestDevice.user)", Wire.encode([own.bytes]))
        let things = try ["a", "b"].map { text in
            try Wire.encode(SealedEnvelope(Data(text.utf8), of: TestDevice.user, object: UUID(), revision: 1, for: [own.publicKey]))
        }
        let answered = Locked(things[0])
        device.server.answer { _ in
            HTTPReply(status: 200, headers: ["ETag": "\"1\"", "Content-Type": SealedEnvelope.mediaType], body: answered.withLock { $0 })
        }
        try await Self.running(device) { care in
            let first = try await care.appData.sealed.open("d1")
            answered.withLock { $0 = things[1] }
            let second = try await care.appData.sealed.open("d2")
            #expect([first.content, second.content] == [Data("a".utf8), Data("b".utf8)])
        }
        // In another run, too.
        await #expect(throws: CareError.sealed(.unreadable)) { try await Self.running(device) { _ = try await $0.appData.sealed.open("d1") } }
        answered.withLock { $0 = things[0] }
        let opened = try await Self.running(device) { try await $0.appData.sealed.open("d1") }
        #expect(opened.content == Data("a".utf8))
    }

    /// As by two processes of an app.
    @Test func ofStatesThatAreSeenAtOnceTheLatestIsKept() async throws {
        let (device, own, object) = (TestDevice(), SealingKey(), UUID())
        let envelopes = try (1...40).map { revision in
            try SealedEnvelope(Data("a".utf8), of: TestDevice.user, object: object, revision: revision, for: [own.publicKey])
        }
        let latest = try await Self.running(device) { care in
            let sealed = care.appData.sealed
            try await withThrowingTaskGroup(of: Void.self) { group in
                for envelope in envelopes.reversed() { group.addTask { _ = try await sealed.note(envelope, as: "d1") } }
                try await group.waitForAll()
            }
            return try await sealed.note(envelopes[0], as: "d1")
        }
        #expect(latest == 40)
    }

    /// The keychain gives and takes all of them as one value.
    @Test func ofKeysThatAreTrustedAtOnceNoneIsForgotten() async throws {
        let device = TestDevice()
        try device.keepSession()
        var configuration = device.configuration()
        let kept = device.keychain
        configuration.keychain = Keychain(
            read: { name in
                let value = try kept.read(name)
                // Time for another one to read the same.
                Thread.sleep(forTimeInterval: 0.005)
                return value
            }, write: { name, value in try kept.write(name, value) })
        let care = try await CareClient(configuration)
        let keys = (1...8).map { number in
            let key = SealingKey().publicKey
            return SealedData.DeviceKey(id: "\(number)", thumbprint: key.thumbprint, publicKey: Base64URL.encode(key.bytes), createdAt: device.now)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for key in keys { group.addTask { try care.appData.sealed.trust(key) } }
            try await group.waitForAll()
        }
        let trusted = try #require(try kept.read("sealing-trusted-\(TestDevice.user)"))
        #expect(try Set(Wire.decode([String].self, from: trusted)) == Set(keys.map(\.thumbprint)))
        await care.close()
    }

    /// Another process of the app changes them just now: it is waited for.
    @Test func whoChangesKeysWaitsForAnotherProcess() async throws {
        let device = TestDevice()
        try await Self.running(device) { care in
            let key = SealingKey().publicKey
            let known = SealedData.DeviceKey(id: "1", thumbprint: key.thumbprint, publicKey: Base64URL.encode(key.bytes), createdAt: device.now)
            var other = try ProcessLock.take(device.storage, "sealing.lock")
            #expect(other != nil)
            let trusting = Task { try care.appData.sealed.trust(known) }
            // Without giving the thread away: beside all other tests it might be back after the two seconds that are waited.
            usleep(50_000)
            #expect(try device.keychain.read("sealing-trusted-\(TestDevice.user)") == nil)
            other = nil
            try await trusting.value
            #expect(try device.keychain.read("sealing-trusted-\(TestDevice.user)") != nil)
        }
    }

    /// The platform names a key that nobody has said is the person's, and one that is not what it is called.
    @Test func nothingIsSealedForAKeyThatThePlatformAloneKnows() async throws {
        let device = TestDevice()
        let (own, theirs) = (SealingKey(), SealingKey())
        try device.keychain.write("sealing-keys-\(TestDevice.user)", Wire.encode([own.bytes]))
        let posted = Locked<[SealedEnvelope]>([])
        device.server.answer { call in
            if call.method == "POST" {
                let envelope = try Wire.decode(SealedEnvelope.self, from: call.body ?? Data())
                posted.withLock { $0.append(envelope) }
                return .json(Self.record(1), status: 201)
            }
            let keys = [(own, own.publicKey.thumbprint), (theirs, theirs.publicKey.thumbprint), (theirs, own.publicKey.thumbprint)].map { key, name in
                #"{"id":"\#(UUID.v7().lowercaseText)","thumbprint":"\#(name)","publicKey":"\#(Base64URL.encode(key.publicKey.bytes))","createdAt":"2026-03-06T12:00:00Z"}"#
            }
            return .json(#"{"items":[\#(keys.joined(separator: ","))]}"#)
        }
        try await Self.running(device) { care in
            _ = try await care.appData.sealed.create(Data("a".utf8))
            let keys = try await care.appData.sealed.keys()
            #expect(keys.map(\.isTrusted) == [true, false, false])
            #expect(throws: CareError.sealed(.unreadable)) { try care.appData.sealed.trust(keys[2]) }
            try care.appData.sealed.trust(keys[1])
            _ = try await care.appData.sealed.create(Data("b".utf8))
        }
        let recipients = posted.withLock { $0.map { $0.recipients.map(\.key) } }
        #expect(recipients == [[own.publicKey.thumbprint], [own.publicKey.thumbprint, theirs.publicKey.thumbprint]])
    }
}
