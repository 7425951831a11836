import CareModels
import Foundation
import Testing

@testable import MessagingService

@Suite struct FeedHTTPTests {
    @Test func theFeedOverHTTPComesInPages() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            let made = try await world.converse(patient, provider, text: nil)
            for index in 0..<6 { _ = try await world.say("\(index)", patient, in: made.id) }
            let first = try await world.feed(provider, limit: 3)
            #expect(first.items.map(\.sequence) == [1, 2, 3])
            #expect(first.sequence == 7)
            #expect(first.nextCursor == "3")
            let last = try await world.feed(provider, after: 6)
            #expect(last.items.map(\.sequence) == [7])
            #expect(last.nextCursor == nil)
            #expect(try await world.feed(provider, after: 8).recovered == false)
            let other: FeedBody = try await world.get("/feed?after=0&epoch=\(UUID())", provider).decode()
            #expect(!other.recovered)
            #expect(try await world.get("/feed?after=x", provider).status == 400)
            #expect(try await world.get("/feed?limit=500", provider).status == 400)
        }
    }

    @Test func afterAnOlderCopyWasRestoredNothingIsResumed() async throws {
        try await World.run { world in
            let patient = try await world.member(.patient)
            let provider = try await world.member(.provider)
            _ = try await world.converse(patient, provider, text: nil)
            let before = try await world.feed(provider)
            _ = try await restored.run(world.pool, .now)
            let resumed: FeedBody = try await world.get("/feed?after=\(before.sequence)&epoch=\(before.epoch)", provider).decode()
            #expect(!resumed.recovered && resumed.epoch != before.epoch)
            #expect(try await world.feed(provider, after: before.sequence).epoch == resumed.epoch)
        }
    }

    @Test(
        arguments: [
            (nil, Resume.replay(after: 10)), (0, .snapshot), (4, .snapshot), (5, .replay(after: 5)), (10, .replay(after: 10)), (11, .snapshot),
            (-1, .snapshot)
        ] as [(Int?, Resume)])
    func resuming(since: Int?, expected: Resume) {
        let epoch = UUID()
        #expect(Resume(since: since, epoch: epoch, current: epoch, sequence: 10, forgotten: 5) == expected)
        if since != nil { #expect(Resume(since: since, epoch: UUID(), current: epoch, sequence: 10, forgotten: 5) == .snapshot) }
    }

    @Test func farBehindIsASnapshot() {
        let epoch = UUID()
        #expect(Resume(since: 0, epoch: nil, current: epoch, sequence: 2000, forgotten: 0) == .replay(after: 0))
        #expect(Resume(since: 0, epoch: nil, current: epoch, sequence: 2001, forgotten: 0) == .snapshot)
    }
}
