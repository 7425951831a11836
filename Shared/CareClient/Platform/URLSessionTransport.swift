// On Linux there is FetchTransport; the tests compile this there, so that it is not only Apple's systems that know whether it is right.
#if canImport(Darwin) || CARE_URLSESSION
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking

        @testable import CareClient
    #endif

    /// URLSession: the system's own network on Apple's systems.
    public final class URLSessionTransport: Transport {
        private let session: URLSession
        private let delegate = SessionDelegate()

        /// `configuration` is an app's own, of a proxy for instance. Nothing is kept on disk, and no cookies.
        public init(_ configuration: URLSessionConfiguration = .ephemeral) {
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }

        public func send(_ call: HTTPCall) async throws -> HTTPReply {
            try await Self.inTime(call) { [session] in
                let (body, answer) = try await session.data(for: Self.request(call))
                return try Self.reply(answer, body)
            }
        }

        public func send(_ call: HTTPCall, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            try await Self.inTime(call) { [session, delegate] in
                var request = Self.request(call)
                request.httpBody = nil
                return try await delegate.carry(session.uploadTask(with: request, from: call.body ?? Data()), onSent)
            }
        }

        public func send(_ call: HTTPCall, from file: URL, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            _ = try FileSource(file)
            return try await Self.inTime(call) { [session, delegate] in
                try await delegate.carry(session.uploadTask(with: Self.request(call), fromFile: file), onSent)
            }
        }

        /// Up to its deadline: what the system calls a timeout is for a silence alone.
        private static func inTime(_ call: HTTPCall, _ work: @escaping @Sendable () async throws -> HTTPReply) async throws -> HTTPReply {
            do {
                return try await withThrowingTaskGroup(of: HTTPReply.self) { group in
                    defer { group.cancelAll() }
                    group.addTask { try await work() }
                    group.addTask {
                        try await Task.sleep(for: call.deadline)
                        throw TransportFault.deadline
                    }
                    guard let reply = try await group.next() else { throw TransportFault.deadline }
                    return reply
                }
            } catch {
                throw fault(error)
            }
        }

        public func openSocket(_ call: HTTPCall) async throws -> any TransportSocket {
            var request = Self.request(call)
            if var parts = URLComponents(url: call.url, resolvingAgainstBaseURL: false) {
                parts.scheme = parts.scheme == "http" ? "ws" : "wss"
                request.url = parts.url
            }
            #if canImport(FoundationNetworking)
                // Foundation on Linux would say keep-alive, which keeps libcurl from saying this.
                request.setValue("Upgrade", forHTTPHeaderField: "Connection")
            #endif
            let task = session.webSocketTask(with: request)
            task.resume()
            return URLSessionSocket(task)
        }

        public func openStream(_ call: HTTPCall) async throws -> HTTPStream {
            do {
                return try await delegate.open(session.dataTask(with: Self.request(call, mostSilence: call.deadline)))
            } catch {
                throw Self.fault(error)
            }
        }

        static func request(_ call: HTTPCall, mostSilence: Duration = HTTPCall.mostSilence) -> URLRequest {
            let timeout = min(call.deadline, mostSilence) / .seconds(1)
            var request = URLRequest(url: call.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
            request.httpMethod = call.method
            request.httpBody = call.body
            for (name, value) in call.headers { request.setValue(value, forHTTPHeaderField: name) }
            return request
        }

        static func reply(_ answer: URLResponse?, _ body: Data) throws -> HTTPReply {
            guard let answer = answer as? HTTPURLResponse else { throw TransportFault.unreachable }
            let headers = answer.allHeaderFields.compactMap { name, value in (name as? String).map { ($0, String(describing: value)) } }
            return HTTPReply(status: answer.statusCode, headers: Dictionary(headers) { first, _ in first }, body: body)
        }

        static func fault(_ error: any Error) -> any Error {
            if error is CancellationError || Task.isCancelled { return CancellationError() }
            guard let error = error as? URLError else { return error is TransportFault ? error : TransportFault.unreachable }
            switch error.code {
            case .timedOut: return TransportFault.deadline
            case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateNotYetValid, .serverCertificateHasUnknownRoot:
                return TransportFault.untrusted
            default: return TransportFault.unreachable
            }
        }
    }

    /// Follows no redirect, which would take the token elsewhere, and hears how far what is sent has come, and what comes of a stream.
    private final class SessionDelegate: NSObject, URLSessionDataDelegate {
        private struct Sending {
            var answer = Data()
            let onSent: @Sendable (Int) -> Void
            let waiters: Waiters<HTTPReply>
        }

        private struct Streaming {
            let parts: AsyncThrowingStream<Data, any Error>.Continuation
            let head: Waiters<HTTPReply>
        }

        private let sending = Locked<[Int: Sending]>([:])
        private let streaming = Locked<[Int: Streaming]>([:])
        /// Parts of a stream that nobody has taken yet: more than these, and it is broken off.
        private static let mostParts = 1024

        func carry(_ task: URLSessionUploadTask, _ onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            let waiters = Waiters<HTTPReply>()
            sending.withLock { $0[task.taskIdentifier] = Sending(onSent: onSent, waiters: waiters) }
            return try await withTaskCancellationHandler {
                try await waiters.wait { task.resume() }
            } onCancel: {
                task.cancel()
            }
        }

        /// Returns with the first part of the body, or at its end.
        func open(_ task: URLSessionDataTask) async throws -> HTTPStream {
            let (parts, server) = AsyncThrowingStream<Data, any Error>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostParts))
            let waiters = Waiters<HTTPReply>()
            server.onTermination = { _ in task.cancel() }
            streaming.withLock { $0[task.taskIdentifier] = Streaming(parts: server, head: waiters) }
            let head = try await withTaskCancellationHandler {
                try await waiters.wait { task.resume() }
            } onCancel: {
                task.cancel()
            }
            return HTTPStream(status: head.status, headers: head.headers, parts: parts) { task.cancel() }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64, totalBytesExpectedToSend: Int64
        ) { sending.withLock { $0[task.taskIdentifier]?.onSent }?(Int(totalBytesSent)) }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            guard let stream = streaming.withLock({ $0[dataTask.taskIdentifier] }) else {
                return sending.withLock { $0[dataTask.taskIdentifier]?.answer.append(data) }
            }
            stream.head.resume(with: Result { try URLSessionTransport.reply(dataTask.response, Data()) })
            if case .dropped = stream.parts.yield(data) { stream.parts.finish(throwing: TransportFault.unreachable) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            if let stream = streaming.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
                stream.head.resume(with: Result { if let error { throw error } else { try URLSessionTransport.reply(task.response, Data()) } })
                return stream.parts.finish(throwing: error.map { URLSessionTransport.fault($0) })
            }
            guard let sent = sending.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            sent.waiters.resume(with: Result { if let error { throw error } else { try URLSessionTransport.reply(task.response, sent.answer) } })
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) { completionHandler(nil) }
    }

    private struct URLSessionSocket: TransportSocket {
        private let task: URLSessionWebSocketTask

        init(_ task: URLSessionWebSocketTask) { self.task = task }

        func send(_ text: String) async throws {
            do { try await task.send(.string(text)) } catch { throw URLSessionTransport.fault(error) }
        }

        func receive() async throws -> SocketNews {
            do {
                switch try await task.receive() {
                case .string(let text): return .message(Data(text.utf8))
                case .data(let bytes): return .message(bytes)
                @unknown default: return .message(Data())
                }
            } catch {
                if task.closeCode != .invalid { return .closed(code: task.closeCode.rawValue) }
                if let answer = task.response as? HTTPURLResponse, answer.statusCode != 101 { throw TransportFault.notUpgraded(status: answer.statusCode) }
                throw URLSessionTransport.fault(error)
            }
        }

        func close() { task.cancel(with: .normalClosure, reason: nil) }
    }
#endif
