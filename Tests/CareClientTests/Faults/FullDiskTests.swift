import CareClientTesting
import Foundation
import Testing

@testable import CareClient

/// A disk that has no more room: it is said, and what was taken before is not lost.
@Suite(.timeLimit(.minutes(3))) struct FullDiskTests {
    @Test func whatTheOutboxDidTakeIsSentWhenThereIsRoom() async throws {
        let device = TestDevice()
        var taken: [String] = []
        do {
            let outbox = try await OutboxTests.outbox(device, mostPages: 12)
            try await outbox.open(for: TestDevice.user)
            await outbox.close()
            var refusal: CareError?
            for number in 1...1000 where refusal == nil {
                let item = try OutboxTests.item(number)
                do {
                    try await outbox.add(item, lane: "a/1")
                    taken.append(item.call.idempotencyKey ?? "")
                } catch { refusal = try CareError.of(error) }
            }
            // Whoever gave the last one was told.
            #expect(refusal == .storage(.full) && !taken.isEmpty && taken.count < 1000)
            #expect(try await outbox.pending("a/1").compactMap(\.item.call.idempotencyKey) == taken)
        }
        device.server.answer { _ in .json("{}", status: 201) }
        let next = try await OutboxTests.outbox(device)
        try await next.open(for: TestDevice.user)
        try await OutboxTests.wait(next) { $0.isEmpty }
        #expect(OutboxTests.keys(device) == taken)
    }

    @Test func theCacheKeepsWhatItHas() async throws {
        let device = TestDevice()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let cache = try DiskCache(path: device.storage.path("cache.sqlite"), sealer: Sealer(device.keychain), mostBytes: .max, mostPages: 40)
        try await DiskCacheTests.put(3, in: "a", bytes: 1000, cache)
        await #expect(throws: StorageFault.full) { try await DiskCacheTests.put(500, in: "b", bytes: 1000, cache) }
        // All of an edit or nothing.
        #expect(try await cache.listing("b") == nil)
        #expect(try await cache.listing("a")?.values.count == 3)
        // Room again.
        try await cache.erase()
        try await DiskCacheTests.put(3, in: "b", bytes: 1000, cache)
        #expect(try await cache.listing("b")?.values.count == 3)
    }

    /// What a watcher has is shown, with why it is not newer.
    @Test func aWatcherSaysSo() async throws {
        let device = TestDevice()
        try device.keepSession()
        try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
        let cache = try DiskCache(path: device.storage.path("cache.sqlite"), sealer: Sealer(device.keychain), mostBytes: .max, mostPages: 40)
        let watchers = Watchers(cache: cache, clock: device.clock)
        await cache.observe { news in Task { await watchers.hear(news) } }
        let api = API(server: TestDevice.address, transport: device.server, clock: device.clock, language: "en", session: try device.session())
        let lists = Lists(api: api, cache: cache, watchers: watchers)
        device.server.answer { _ in .json(#""small""#) }
        let watch = lists.watch(one: "x") { try await api.fetch(String.self, .get("/x")) }
        #expect(try await watch.current() == "small")
        let large = String(repeating: "x", count: 1 << 20)
        device.server.answer { _ in .json("\"\(large)\"") }
        let shown = try await MessageWatchTests.first(watch) { if case .failed = $0.refreshingState { true } else { false } }
        #expect(shown.data == "small" && !shown.isDataFresh && shown.refreshingState == .failed(.storage(.full)))
    }
}
