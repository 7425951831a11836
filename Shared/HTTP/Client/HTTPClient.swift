import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

package enum HTTPClientError: Error, Equatable, Sendable {
    /// Not `http://host[:port]/…`; TLS ends at the gateway, inside the platform addresses are plain.
    case badURL
    case deadline
    case tooLarge(limit: Int)
    case closed
    case unexpectedStatus(Int)
}

/// A small HTTP/1.1 client for the platform's own insides: JWKS fetches, tests, the load generator. Kept-alive connections,
/// bounded per host; no redirects, no TLS, no cookies.
package final class HTTPClient: Sendable {
    package struct Response: Sendable {
        package var status: HTTPResponseStatus
        package var headers: HTTPHeaders
        package var body: [UInt8]
    }

    struct Address: Hashable, Sendable {
        let host: String
        let port: Int
    }

    private struct Pool {
        var idle: [HTTPClientConnection] = []
        var open = 0
        var waiters: [(id: Int, promise: EventLoopPromise<HTTPClientConnection?>)] = []
    }

    private struct State {
        var pools: [Address: Pool] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())
    private let mostConnections: Int
    private let mostBytes: Int

    /// At most `mostConnections` per host and port; a response over `mostBytes` is an error.
    package init(mostConnections: Int = 16, mostBytes: Int = 8 << 20) {
        self.mostConnections = mostConnections
        self.mostBytes = mostBytes
    }

    deinit {
        for pool in state.withLock({ $0.pools.values }) {
            for connection in pool.idle { connection.close() }
        }
    }

    package func get(_ url: String, headers: HTTPHeaders = [:], deadline: Duration = .seconds(5)) async throws -> Response {
        try await send(.GET, url, headers: headers, deadline: deadline)
    }

    /// Sends one request and reads its whole response within `deadline`, waiting for a connection included. A GET or HEAD on a
    /// kept-alive connection that turns out to be closed is sent once more.
    package func send(
        _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = [], deadline: Duration = .seconds(5)
    ) async throws -> Response {
        let (address, target) = try Self.parse(url)
        let latest = NIODeadline.now() + TimeAmount(deadline)
        var head = HTTPRequestHead(version: .http1_1, method: method.wire, uri: target, headers: headers.wire)
        head.headers.replaceOrAdd(name: "Host", value: address.port == 80 ? address.host : "\(address.host):\(address.port)")
        if !body.isEmpty || method == .POST || method == .PUT || method == .PATCH {
            head.headers.replaceOrAdd(name: "Content-Length", value: String(body.count))
        }
        let (connection, isFresh) = try await lease(address, latest)
        do {
            return try await exchange(connection, head, body, latest, address)
        } catch HTTPClientError.closed where !isFresh && (method == .GET || method == .HEAD) {
            let (second, _) = try await lease(address, latest, fresh: true)
            return try await exchange(second, head, body, latest, address)
        }
    }

    private func exchange(
        _ connection: HTTPClientConnection, _ head: HTTPRequestHead, _ body: [UInt8], _ latest: NIODeadline, _ address: Address
    ) async throws -> Response {
        do {
            let (response, isReusable) = try await connection.send(head, body, latest)
            if isReusable { giveBack(connection, address) } else { drop(connection, address) }
            return response
        } catch {
            drop(connection, address)
            throw error
        }
    }

    // MARK: Connections

    private func lease(_ address: Address, _ latest: NIODeadline, fresh: Bool = false) async throws -> (HTTPClientConnection, isFresh: Bool) {
        enum Way { case use(HTTPClientConnection), connect, wait(EventLoopFuture<HTTPClientConnection?>) }
        let way: Way = state.withLock { state in
            while !fresh, let kept = state.pools[address]?.idle.popLast() {
                if kept.isActive { return .use(kept) }
                state.pools[address]?.open -= 1
            }
            if state.pools[address, default: Pool()].open < mostConnections || fresh {
                state.pools[address, default: Pool()].open += 1
                return .connect
            }
            return .wait(enqueue(&state, address, latest))
        }
        switch way {
        case .use(let kept): return (kept, false)
        case .connect: return (try await connect(address, latest), true)
        case .wait(let turn):
            if let handed = try await turn.get() { return (handed, false) }
            return (try await connect(address, latest), true)
        }
    }

    private func enqueue(_ state: inout State, _ address: Address, _ latest: NIODeadline) -> EventLoopFuture<HTTPClientConnection?> {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let promise = loop.makePromise(of: HTTPClientConnection?.self)
        state.lastWaiter += 1
        let id = state.lastWaiter
        state.pools[address, default: Pool()].waiters.append((id, promise))
        loop.scheduleTask(deadline: latest) { [weak self] in
            let late = self?.state.withLock { state -> EventLoopPromise<HTTPClientConnection?>? in
                guard let index = state.pools[address]?.waiters.firstIndex(where: { $0.id == id }) else { return nil }
                return state.pools[address]?.waiters.remove(at: index).promise
            }
            late?.fail(HTTPClientError.deadline)
        }
        return promise.futureResult
    }

    private func connect(_ address: Address, _ latest: NIODeadline) async throws -> HTTPClientConnection {
        let mostBytes = mostBytes
        let left = max(.milliseconds(1), latest - .now())
        do {
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connectTimeout(left)
                .channelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(HTTPClientHandler(mostBytes: mostBytes))
                    }
                }
                .connect(host: address.host, port: address.port).get()
            return HTTPClientConnection(channel: channel)
        } catch {
            passOn(nil, address)
            if case ChannelError.connectTimeout = error { throw HTTPClientError.deadline }
            throw error
        }
    }

    private func giveBack(_ connection: HTTPClientConnection, _ address: Address) { passOn(connection, address) }

    private func drop(_ connection: HTTPClientConnection, _ address: Address) {
        connection.close()
        passOn(nil, address)
    }

    /// A connection, or with nil the room of one that is gone, to who waits longest.
    private func passOn(_ connection: HTTPClientConnection?, _ address: Address) {
        let waiter = state.withLock { state -> EventLoopPromise<HTTPClientConnection?>? in
            if let waiters = state.pools[address]?.waiters, !waiters.isEmpty { return state.pools[address]?.waiters.removeFirst().promise }
            if let connection { state.pools[address]?.idle.append(connection) } else { state.pools[address]?.open -= 1 }
            return nil
        }
        waiter?.succeed(connection)
    }

    /// Whether it is a URL that this client can send to.
    package static func reaches(_ url: String) -> Bool { (try? parse(url)) != nil }

    private static func parse(_ url: String) throws -> (Address, target: String) {
        guard url.hasPrefix("http://") else { throw HTTPClientError.badURL }
        let rest = url.dropFirst(7)
        let slash = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<slash]
        var target = String(rest[slash...])
        if !target.hasPrefix("/") { target = "/" + target }
        if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
            let host = String(authority[authority.index(after: authority.startIndex)..<bracket])
            let after = authority[authority.index(after: bracket)...]
            guard after.isEmpty || after.hasPrefix(":"), let port = after.isEmpty ? 80 : Int(after.dropFirst()) else { throw HTTPClientError.badURL }
            return (Address(host: host, port: port), target)
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2 else { throw HTTPClientError.badURL }
        guard let port = parts.count == 2 ? Int(parts[1]) : 80, (1...65535).contains(port) else { throw HTTPClientError.badURL }
        return (Address(host: String(host), port: port), target)
    }
}
