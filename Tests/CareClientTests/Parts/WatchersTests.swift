import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

/// Followers that come and go while watchers end.
@Suite(.timeLimit(.minutes(3))) struct WatchersTests {
    private static func counted(_ device: TestDevice, tells: Bool = true) async throws -> (Watch<Int>, DiskCache) {
        let cache = try device.cache()
        let watchers = Watchers(cache: cache, clock: device.clock)
        if tells { await cache.observe { news in Task { await watchers.hear(news) } } }
        let source = Source<Int>(name: "n", collections: ["n"]) {
            try await cache.value("it", in: "n").flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
        } fetch: {
        }
        return (Watch(source: source, watchers: watchers), cache)
    }

    private static func set(_ number: Int, _ cache: DiskCache) async throws {
        try await cache.edit { edit in
            try edit.know("n", cursor: nil)
            try edit.put(Data(String(number).utf8), "it", at: 0, in: "n")
        }
    }

    /// One screen goes while two views of the next begin on the same.
    @Test func whoComesWhileAnotherGoesHearsOfChanges() async throws {
        let (watch, cache) = try await Self.counted(TestDevice())
        for round in 1...100 {
            _ = try await MessageWatchTests.first(watch) { _ in true }
            var (one, other) = (watch.makeAsyncIterator(), watch.makeAsyncIterator())
            _ = try await (one.next(), other.next())
            try await Self.set(round, cache)
            while let shown = try await one.next(), shown.data != round {}
            while let shown = try await other.next(), shown.data != round {}
        }
    }

    /// What ends with an error takes nobody any more from then on: who comes gets another one.
    @Test func whatHasEndedTakesNobody() async throws {
        let device = TestDevice()
        let cache = try device.cache()
        for _ in 0..<50 {
            let source = Source<Int>(name: "n", collections: []) {
                nil
            } fetch: {
                throw CareError.offline
            }
            let watcher = Watcher(source, cache: cache, clock: device.clock) {}
            let (stream, follower) = AsyncThrowingStream<Watched<Int>, any Error>.makeStream()
            #expect(await watcher.follow(UUID(), follower))
            await #expect(throws: CareError.offline) { for try await _ in stream {} }
            let late = AsyncThrowingStream<Watched<Int>, any Error>.makeStream().continuation
            #expect(await !watcher.follow(UUID(), late))
        }
    }

    /// What ends before anybody follows it lets go of nothing that another one holds.
    @Test func whoHeldNothingLetsGoOfNothing() async throws {
        let device = TestDevice()
        let cache = try device.cache(mostBytes: 10_000)
        func put(_ name: String) async throws {
            try await cache.edit { edit in
                try edit.know(name, cursor: nil)
                try edit.put(Data(count: 2700), "it", at: 0, in: name)
            }
        }
        try await put("n")
        let source = Source<Int>(name: "n", collections: ["n"]) {
            1
        } fetch: {
        }
        let (held, idle) = (Watcher(source, cache: cache, clock: device.clock) {}, Watcher(source, cache: cache, clock: device.clock) {})
        #expect(await held.follow(UUID(), AsyncThrowingStream<Watched<Int>, any Error>.makeStream().continuation))
        await idle.end()
        for name in ["a", "b", "c", "d"] { try await put(name) }
        #expect(try await cache.listing("n") != nil)
        // Who has held it lets go of it, though it ends as soon as it has begun.
        await held.end()
        for name in ["e", "f", "g", "h"] { try await put(name) }
        #expect(try await cache.listing("n") == nil)
    }

    /// Whoever watches besides may not have heard of it yet.
    @Test func whatIsCurrentHasWhatWasKeptBefore() async throws {
        let (watch, cache) = try await Self.counted(TestDevice(), tells: false)
        var other = watch.makeAsyncIterator()
        while let shown = try await other.next(), shown.refreshingState != .refreshed {}
        for number in 1...20 {
            try await Self.set(number, cache)
            #expect(try await watch.current() == number)
        }
        withExtendedLifetime(other) {}
    }

    /// A network that takes what is asked and says nothing holds nobody up who has something to show.
    @Test func whatIsKnownIsCurrentWhenNothingIsAnswered() async throws {
        let device = TestDevice()
        let (known, cache) = try await Self.counted(device)
        try await Self.set(7, cache)
        let read = known.source.read
        let silent = Source<Int>(name: "silent", collections: ["n"], read: read) { try await Task.sleep(for: .seconds(3600)) }
        #expect(try await Watch(source: silent, watchers: known.watchers).current(patience: .seconds(1)) == 7)
        // What comes in time is waited for.
        let answered = Source<Int>(name: "answered", collections: ["n"], read: read) {
            try await Task.sleep(for: .milliseconds(50))
            try await Self.set(8, cache)
        }
        #expect(try await Watch(source: answered, watchers: known.watchers).current(patience: .seconds(120)) == 8)
        // Who has nothing to show waits on.
        let slow = Source<Int>(name: "slow", collections: []) {
            nil
        } fetch: {
            try await Task.sleep(for: .seconds(1))
            throw CareError.offline
        }
        await #expect(throws: CareError.offline) { try await Watch(source: slow, watchers: known.watchers).current(patience: .milliseconds(100)) }
    }

    @Test func whoIsCancelledWaitsForNoValue() async throws {
        let (watch, _) = try await Self.counted(TestDevice())
        let silent = Source<Int>(name: "silent", collections: []) {
            nil
        } fetch: {
            try await Task.sleep(for: .seconds(3600))
        }
        let waiting = Task { try await Watch(source: silent, watchers: watch.watchers).current() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
