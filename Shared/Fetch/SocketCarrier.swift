import CCurl
import Foundation
import Synchronization

/// The thread of a WebSocket, and what it is told.
// @unchecked: `easy` and `list` are set before the thread begins, and then its alone; the rest is under the lock.
final class SocketCarrier: @unchecked Sendable {
    private struct State {
        var opening: CheckedContinuation<Void, any Error>?
        var isGivenUp = false
        var isClosed = false
        var toSay: [[UInt8]] = []
    }

    private let easy: UnsafeMutableRawPointer
    private let list: UnsafeMutablePointer<curl_slist>?
    private let wake: Int32
    private let teller: AsyncThrowingStream<FetchSocket.News, any Error>.Continuation
    private let state = Mutex(State())
    /// Of a message.
    private let mostBytes: Int

    init(_ request: FetchRequest, _ teller: AsyncThrowingStream<FetchSocket.News, any Error>.Continuation) throws(FetchSocket.Failure) {
        do { try Transfer.check(request) } catch { throw .fetch(error) }
        Transfer.startCurl()
        wake = eventfd(0, care_eventfd_flags)
        guard wake >= 0, let easy = curl_easy_init() else { throw .fetch(.broken("no file descriptor, or no memory, for a socket")) }
        (self.easy, self.teller, mostBytes) = (easy, teller, request.mostBytes)
        var list: UnsafeMutablePointer<curl_slist>?
        for line in request.headerLines { list = curl_slist_append(list, line) }
        self.list = list
        request.setConnection(easy, schemes: ("ws", "wss"))
        // Up to the answer, and then it is ours to read and write.
        care_curl_set_number(easy, CURLOPT_CONNECT_ONLY, 2)
        if let list { care_curl_set_list(easy, CURLOPT_HTTPHEADER, list) }
        guard care_curl_set_text(easy, CURLOPT_URL, request.url) == CURLE_OK else { throw .fetch(.malformed("the URL")) }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(list)
        _ = Foundation.close(wake)
    }

    // MARK: From anywhere

    func start(_ opening: CheckedContinuation<Void, any Error>) {
        let isGivenUp = state.withLock { state in
            if !state.isGivenUp { state.opening = opening }
            return state.isGivenUp
        }
        if isGivenUp { return opening.resume(throwing: CancellationError()) }
        let thread = Thread { self.run() }
        thread.name = "socket"
        thread.start()
    }

    /// Nobody waits for it to open any more: the thread ends when it has.
    func giveUp() {
        take { state in
            state.isGivenUp = true
            state.isClosed = true
        }?.resume(throwing: CancellationError())
        ring()
    }

    func say(_ bytes: [UInt8]) {
        state.withLock { $0.toSay.append(bytes) }
        ring()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        ring()
    }

    private func take(_ change: (inout State) -> Void) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            change(&state)
            defer { state.opening = nil }
            return state.opening
        }
    }

    private func ring() { eventfd_write(wake, 1) }

    // MARK: On the thread

    private func run() {
        let code = curl_easy_perform(easy)
        guard code == CURLE_OK else {
            take { _ in }?.resume(throwing: failure(code))
            return teller.finish()
        }
        take { _ in }?.resume()
        do {
            if let code = try carry() { teller.yield(.closed(code: code)) }
            teller.finish()
        } catch {
            teller.finish(throwing: error)
        }
    }

    /// Until one of the two ends it: the server's code, or nil when it was we.
    private func carry() throws(FetchSocket.Failure) -> Int? {
        let socket = care_curl_socket(easy)
        var incoming = Incoming()
        while true {
            let (isClosed, toSay) = state.withLock { state in
                defer { state.toSay = [] }
                return (state.isClosed, state.toSay)
            }
            for bytes in toSay {
                switch try send(bytes, over: socket, hearing: &incoming) {
                case .whole: continue
                case .closed(let code): return code
                case .abandoned: return nil
                }
            }
            if isClosed {
                // A farewell, if it can be had at once.
                var sent = 0
                curl_ws_send(easy, [0x03, 0xE8] as [UInt8], 2, &sent, 0, UInt32(CURLWS_CLOSE))
                return nil
            }
            if let code = try hear(&incoming) { return code }
            wait(for: socket, Int16(POLLIN))
        }
    }

    /// What has come of a message and of the server's farewell: either comes in any number of parts.
    private struct Incoming {
        var message: [UInt8] = []
        var farewell: [UInt8] = []

        var code: Int { farewell.count >= 2 ? Int(farewell[0]) << 8 | Int(farewell[1]) : 1005 }
    }

    /// All that is there; the code, when the server has closed.
    private func hear(_ incoming: inout Incoming) throws(FetchSocket.Failure) -> Int? {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            var count = 0
            var frame: UnsafePointer<curl_ws_frame>?
            let code = curl_ws_recv(easy, &buffer, buffer.count, &count, &frame)
            if code == CURLE_AGAIN { return nil }
            guard code == CURLE_OK, let frame = frame?.pointee else { throw failure(code) }
            let flags = UInt32(bitPattern: frame.flags)
            if flags & UInt32(CURLWS_CLOSE) != 0 {
                incoming.farewell += buffer[..<count]
                if frame.bytesleft == 0 { return incoming.code }
                continue
            }
            if flags & UInt32(CURLWS_PING | CURLWS_PONG) != 0 { continue }
            guard incoming.message.count + count <= mostBytes else { throw .fetch(.tooLarge(limit: mostBytes)) }
            incoming.message += buffer[..<count]
            if frame.bytesleft == 0, flags & UInt32(CURLWS_CONT) == 0 {
                if case .dropped = teller.yield(.message(incoming.message)) { throw .fetch(.broken("nobody listens")) }
                incoming.message = []
            }
        }
    }

    private enum Sent {
        case whole
        /// By the server, which does not want the rest.
        case closed(Int)
        /// Closed by us while the server read nothing: there is no way for a farewell either.
        case abandoned
    }

    /// Hears meanwhile: a server that reads nothing before it has been heard is not waited for in vain.
    private func send(_ bytes: [UInt8], over socket: curl_socket_t, hearing incoming: inout Incoming) throws(FetchSocket.Failure) -> Sent {
        var done = 0
        repeat {
            var sent = 0
            let code = bytes[done...].withUnsafeBytes { curl_ws_send(easy, $0.baseAddress, $0.count, &sent, 0, UInt32(CURLWS_TEXT)) }
            guard code == CURLE_OK || code == CURLE_AGAIN else { throw failure(code) }
            done += sent
            guard code == CURLE_AGAIN else { continue }
            if let code = try hear(&incoming) { return .closed(code) }
            if state.withLock({ $0.isClosed }) { return .abandoned }
            wait(for: socket, Int16(POLLIN | POLLOUT))
        } while done < bytes.count
        return .whole
    }

    /// Until the socket is ready, or somebody has rung.
    private func wait(for socket: curl_socket_t, _ events: Int16) {
        var ready = [pollfd(fd: socket, events: events, revents: 0), pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        poll(&ready, 2, 60_000)
        var count: UInt64 = 0
        eventfd_read(wake, &count)
    }

    private func failure(_ code: CURLcode) -> FetchSocket.Failure {
        let status = care_curl_status(easy)
        if code == CURLE_HTTP_RETURNED_ERROR, status > 0 { return .refused(status: status) }
        return .fetch(FetchError(code, String(cString: curl_easy_strerror(code))))
    }
}
