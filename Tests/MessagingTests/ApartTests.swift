import Testing

@testable import MessagingService

@Suite(.timeLimit(.minutes(1))) struct ApartTests {
    /// The client is gone, or the service stops, while something is read for the stream.
    @Test func whatIsDoneApartEndsWithWhoWaitsForIt() async throws {
        let (begun, isBegun) = AsyncStream<Void>.makeStream()
        let stream = Task {
            try await apart {
                isBegun.finish()
                try await Task.sleep(for: .seconds(3600))
            }
        }
        for await _ in begun {}
        stream.cancel()
        await #expect(throws: CancellationError.self) { try await stream.value }
    }

    /// Its traces are those of the request that opened it.
    @Test func whatIsDoneApartKnowsForWhom() async throws {
        let found = try await Who.$asks.withValue("ada") { try await apart { Who.asks } }
        #expect(found == "ada")
    }

    private enum Who {
        @TaskLocal static var asks: String?
    }
}
