import Foundation

/// The feed asked for again and again, for where neither a WebSocket nor a stream comes through. Who types is not heard of.
actor PageSocket: TransportSocket {
    private let api: API
    private var pages: FeedPages
    private var frames: ArraySlice<Data> = []
    private var rounds = 0
    private var pause: Task<Void, Never>?
    /// Since the last page was waited for.
    private var isHurried = false

    static let every = Duration.seconds(10)
    /// Then a better way is looked for.
    static let mostRounds = 60
    private static let pageSize = 200

    init(_ api: API, after place: FeedPlace?) { (self.api, pages) = (api, FeedPages(after: place)) }

    func send(_ text: String) async throws {}

    func receive() async throws -> SocketNews {
        while true {
            if let frame = frames.popFirst() { return .message(frame) }
            if !pages.hasMore { try await wait() }
            guard rounds < Self.mostRounds else { return .closed(code: 1013) }
            do {
                guard let found = try pages.read(try await page()) else { return .closed(code: 1013) }
                frames = found[...]
            } catch CareError.refused(let problem) where [401, 403].contains(problem.status) {
                return .closed(code: problem.status == 401 ? LiveMachine.sessionEnded : LiveMachine.notAllowed)
            } catch CareError.unreadable {
                // A captive portal's page.
                throw TransportFault.unreachable
            }
        }
    }

    /// Whoever reads is cancelled.
    nonisolated func close() {}

    /// No more waiting for the next page; also where one is on its way, which may have left before what there is to see.
    func hurry() {
        isHurried = true
        pause?.cancel()
    }

    private func page() async throws -> Data {
        let place = pages.place
        return try await api.send(.get("/feed", ["after": place.map { String($0.sequence) }, "epoch": place?.epoch, "limit": String(Self.pageSize)])).body
    }

    private func wait() async throws {
        rounds += 1
        defer { isHurried = false }
        if isHurried { return try Task.checkCancellation() }
        let clock = api.clock
        let pause = Task { _ = try? await clock.sleep(Self.every) }
        self.pause = pause
        await withTaskCancellationHandler {
            await pause.value
        } onCancel: {
            pause.cancel()
        }
        try Task.checkCancellation()
    }
}
