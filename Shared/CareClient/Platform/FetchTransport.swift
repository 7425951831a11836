#if os(Linux)
    import Fetch
    import Foundation

    /// The network of an app on Linux: libcurl, since Foundation's there ends the process at an answer whose head is cut short, and turns in a circle while a
    /// WebSocket is open.
    public final class FetchTransport: Transport {
        /// With the connections that it keeps open.
        private let fetcher = Locked(Fetcher())
        /// Of an answer: a file's part is less.
        private static let mostBytes = 128 << 20

        /// One for a client, or for several.
        public init() {}

        public func send(_ call: HTTPCall) async throws -> HTTPReply { try await send(Self.request(call)) }

        public func send(_ call: HTTPCall, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            var request = Self.request(call)
            request.onSent = onSent
            return try await send(request)
        }

        public func send(_ call: HTTPCall, from file: URL, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            // Else it would be an address that is wrong.
            _ = try FileSource(file)
            var request = Self.request(.postFile(file.path), call.url.absoluteString, call)
            request.onSent = onSent
            return try await send(request)
        }

        private func send(_ request: FetchRequest) async throws -> HTTPReply {
            let fetcher = fetcher.withLock { $0 }
            do {
                let answer = try await fetcher.fetch(request)
                return HTTPReply(status: answer.status, headers: Dictionary(answer.headers) { first, _ in first }, body: Data(answer.body))
            } catch let error as FetchError {
                throw fault(error, of: fetcher)
            }
        }

        public func openStream(_ call: HTTPCall) async throws -> HTTPStream {
            let fetcher = fetcher.withLock { $0 }
            do {
                let stream = try await fetcher.open(Self.request(call), fault: { ($0 as? FetchError).map { Self.fault($0) } ?? $0 }) { Data($0) }
                return HTTPStream(
                    status: stream.status, headers: Dictionary(stream.headers) { first, _ in first }, parts: stream.parts, close: stream.close)
            } catch let error as FetchError {
                throw fault(error, of: fetcher)
            }
        }

        /// What is on its way goes on by the one before, which ends with the last of it.
        public func networkChanged() { fetcher.withLock { $0 = Fetcher() } }

        /// Where one connection says nothing for as long as that, the others may be of the same network, and gone with it.
        private func fault(_ error: FetchError, of before: Fetcher) -> TransportFault {
            if error == .deadline { fetcher.withLock { if $0 === before { $0 = Fetcher() } } }
            return Self.fault(error)
        }

        private static func request(_ call: HTTPCall) -> FetchRequest {
            let body = call.body.map { [UInt8]($0) }
            let method: FetchRequest.Method =
                switch call.method {
                case "GET": .get
                case "POST": .post(body ?? [])
                default: .other(call.method, body)
                }
            return request(method, call.url.absoluteString, call)
        }

        private static func request(_ method: FetchRequest.Method, _ address: String, _ call: HTTPCall) -> FetchRequest {
            var request = FetchRequest(method, address, deadline: call.deadline, mostBytes: mostBytes)
            request.mostSilence = HTTPCall.mostSilence
            // A platform on one's own machine has no certificate; which addresses are wanted, the app says.
            (request.allowsPlain, request.takesPlainProxy) = (true, true)
            request.headers = call.headers.map { ($0.key, $0.value) }
            return request
        }

        public func openSocket(_ call: HTTPCall) async throws -> any TransportSocket {
            do {
                // Of `http` and `https`.
                return Socket(socket: try await FetchSocket.open(Self.request(.get, "ws" + call.url.absoluteString.dropFirst(4), call)))
            } catch let failure as FetchSocket.Failure {
                throw Self.fault(failure)
            }
        }

        private struct Socket: TransportSocket {
            let socket: FetchSocket

            func send(_ text: String) { socket.send(text) }

            func receive() async throws -> SocketNews {
                do {
                    switch try await socket.receive() {
                    case .message(let bytes): return .message(Data(bytes))
                    case .closed(let code): return .closed(code: code)
                    }
                } catch let failure as FetchSocket.Failure {
                    throw FetchTransport.fault(failure)
                }
            }

            func close() { socket.close() }
        }

        private static func fault(_ failure: FetchSocket.Failure) -> TransportFault {
            switch failure {
            case .refused(let status): .notUpgraded(status: status)
            case .fetch(let error): fault(error)
            }
        }

        private static func fault(_ error: FetchError) -> TransportFault {
            switch error {
            case .deadline: .deadline
            case .untrusted: .untrusted
            default: .unreachable
            }
        }
    }

    extension Transport where Self == FetchTransport {
        /// What the system offers.
        public static var system: FetchTransport { FetchTransport() }
    }
#else
    extension Transport where Self == URLSessionTransport {
        /// What the system offers.
        public static var system: URLSessionTransport { URLSessionTransport() }
    }
#endif
