import Foundation

/// The stream as server-sent events, for where a WebSocket is blocked: it says the same frames, hears nothing, and goes on where its address says.
final class EventSocket: TransportSocket {
    private struct State {
        var parser = EventStreamParser()
        var news: ArraySlice<EventStreamParser.News> = []
    }

    private let stream: HTTPStream
    private let state = Locked(State())

    /// Comments come each 15 seconds.
    static let longestSilence = Duration.seconds(45)

    static func open(_ api: API, _ place: FeedPlace?, token: String) async throws -> EventSocket {
        var call = Call.get("/feed", ["after": place.map { String($0.sequence) }, "epoch": place?.epoch])
        call.headers["Accept"] = "text/event-stream"
        var asked = try api.http(call, token: token)
        asked.deadline = longestSilence
        let stream = try await api.transport.openStream(asked)
        guard stream.status == 200 else {
            stream.close()
            throw TransportFault.notUpgraded(status: stream.status)
        }
        // A captive portal's page.
        guard stream.headers["content-type"]?.hasPrefix("text/event-stream") == true else {
            stream.close()
            throw TransportFault.unreachable
        }
        return EventSocket(stream)
    }

    private init(_ stream: HTTPStream) { self.stream = stream }

    func send(_ text: String) async throws {}

    func receive() async throws -> SocketNews {
        if let said = state.withLock({ $0.news.popFirst() }) { return Self.news(said) }
        for try await part in stream.parts {
            let said = try state.withLock { state in
                state.news = try state.parser.hear(part)[...]
                return state.news.popFirst()
            }
            if let said { return Self.news(said) }
        }
        throw TransportFault.unreachable
    }

    func close() { stream.close() }

    private static func news(_ said: EventStreamParser.News) -> SocketNews {
        switch said {
        case .comment: .message(Data())
        case .event("end", let data): .closed(code: (try? Wire.decode(End.self, from: Data(data.utf8)))?.code ?? 1001)
        case .event(_, let data): .message(Data(data.utf8))
        }
    }

    private struct End: Decodable { var code: Int }
}
