// Compiled by the tests on Linux too, as URLSessionTransport is; but for what Apple's systems alone have.
#if canImport(Darwin) || CARE_URLSESSION
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking

        @testable import CareClient
    #endif

    /// The system's network, by which files of the disk go on being sent while the app is out of sight, or was ended by the system: those of
    /// ``Messaging/upload(file:named:key:progress:)``. In the next run the same call, with the same key, has what has become of it. All else goes as ever.
    public final class BackgroundTransport: Transport {
        private let foreground: URLSessionTransport
        private let session: URLSession
        private let delegate = BackgroundDelegate()

        #if canImport(Darwin)
            /// `identifier` is the app's own name for it, the same in each run; `group` is the container that it shares with its extensions. One for a name, made
            /// at the start of the app: it hears then what has become of what the last run has begun.
            public convenience init(_ identifier: String, group: String? = nil, foreground: URLSessionTransport = URLSessionTransport()) {
                let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
                configuration.sharedContainerIdentifier = group
                self.init(configuration, foreground)
            }
        #endif

        init(_ configuration: URLSessionConfiguration, _ foreground: URLSessionTransport) {
            configuration.urlCache = nil
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            self.foreground = foreground
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        }

        /// What the system has given to `application(_:handleEventsForBackgroundURLSession:completionHandler:)`: called once all has been heard.
        public func afterEvents(_ done: @escaping @Sendable () -> Void) { delegate.state.withLock { $0.afterEvents = done } }

        public func send(_ call: HTTPCall) async throws -> HTTPReply { try await foreground.send(call) }

        public func send(_ call: HTTPCall, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            try await foreground.send(call, onSent: onSent)
        }

        public func openSocket(_ call: HTTPCall) async throws -> any TransportSocket { try await foreground.openSocket(call) }

        public func openStream(_ call: HTTPCall) async throws -> HTTPStream { try await foreground.openStream(call) }

        /// Without a deadline: the system carries it for as long as it takes, and the app may sleep meanwhile.
        public func send(_ call: HTTPCall, from file: URL, onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            _ = try FileSource(file)
            let key = call.headers["Idempotency-Key"] ?? UUID().uuidString
            // An earlier run may have begun it, and it may have ended when nobody asked.
            let running = await withCheckedContinuation { waiting in
                session.getAllTasks { all in waiting.resume(returning: all.first { $0.taskDescription == key }) }
            }
            do {
                if let ended = delegate.takeEnded(key) { return try ended.get() }
                let task = running ?? session.uploadTask(with: URLSessionTransport.request(call), fromFile: file)
                task.taskDescription = key
                return try await delegate.carry(task, key, onSent)
            } catch {
                throw URLSessionTransport.fault(error)
            }
        }
    }

    final class BackgroundDelegate: NSObject, URLSessionDataDelegate {
        struct Sending {
            var answer = Data()
            /// Nil while nobody waits.
            var onSent: (@Sendable (Int) -> Void)?
            let waiters = Waiters<HTTPReply>()
        }

        struct State {
            var sending: [String: Sending] = [:]
            var ended: [String: Result<HTTPReply, any Error>] = [:]
            var afterEvents: (@Sendable () -> Void)?
        }

        let state = Locked(State())

        func takeEnded(_ key: String) -> Result<HTTPReply, any Error>? { state.withLock { $0.ended.removeValue(forKey: key) } }

        func carry(_ task: URLSessionTask, _ key: String, _ onSent: @escaping @Sendable (Int) -> Void) async throws -> HTTPReply {
            let waiters = state.withLock { state in
                let sending = state.sending[key] ?? Sending()
                state.sending[key] = sending
                return sending.waiters
            }
            return try await withTaskCancellationHandler {
                try await waiters.wait {
                    if let ended = self.begin(key, waiters, onSent) { waiters.resume(with: ended) } else { task.resume() }
                }
            } onCancel: {
                task.cancel()
            }
        }

        /// From then on somebody waits. One of an earlier run may have ended just before: what became of it nobody would tell again.
        private func begin(_ key: String, _ waiters: Waiters<HTTPReply>, _ onSent: @escaping @Sendable (Int) -> Void) -> Result<HTTPReply, any Error>? {
            state.withLock { state in
                if let ended = state.ended.removeValue(forKey: key) { return ended }
                // Another one has waited for it, and heard.
                guard state.sending[key]?.waiters === waiters else { return .failure(TransportFault.unreachable) }
                state.sending[key]?.onSent = onSent
                return nil
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64, totalBytesExpectedToSend: Int64
        ) { state.withLock { $0.sending[task.taskDescription ?? ""]?.onSent }?(Int(totalBytesSent)) }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            state.withLock { $0.sending[dataTask.taskDescription ?? "", default: Sending()].answer.append(data) }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let key = task.taskDescription ?? ""
            let sending = state.withLock { $0.sending.removeValue(forKey: key) } ?? Sending()
            let result = Result { if let error { throw error } else { try URLSessionTransport.reply(task.response, sending.answer) } }
            if sending.onSent == nil { return state.withLock { $0.ended[key] = result } }
            sending.waiters.resume(with: result)
        }

        #if canImport(Darwin)
            func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
                let done = state.withLock { state in
                    defer { state.afterEvents = nil }
                    return state.afterEvents
                }
                // It is UIKit's.
                if let done { DispatchQueue.main.async { done() } }
            }
        #endif
    }
#endif
