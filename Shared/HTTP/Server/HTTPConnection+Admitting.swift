import CareModels
import NIOCore
import NIOHTTP1

// Between a request's head and its body: who calls, and whether there is room for them. A request without a body has none of this: its
// task looks at the token, and there is nothing to hold back.
extension HTTPConnection {
    /// A refused request whose body is read over before it is answered.
    struct Discard {
        let exchange: Exchange
        let problem: Problem
        /// In bytes.
        var left: Int
    }

    func admit(_ request: IncomingRequest, _ fields: RequestFields) {
        let (exchange, responder) = (request.exchange, responder)
        guard let route = request.route else { return turnAway(request, Responder.problem(of: exchange.match)) }
        if fields.encoding != nil { return turnAway(request, .encodedBody) }
        do {
            // A token that was seen before, as nearly all are: no task, no waiting.
            let caller = try responder.callers.known(HTTPHeaders(exchange.head.headers), route.access)
            if case .checked = caller { return enter(request, caller) }
        } catch {
            return turnAway(request, responder.errors.problem(for: error, exchange))
        }
        serial += 1
        let (serial, eventLoop) = (serial, channel.eventLoop)
        var request = request
        request.due.pause(at: .now())
        state = .admitting(request)
        setDeadline(configuration.requestDeadline)
        work = Task {
            let result = await Result.capture { try await responder.callers.check(HTTPHeaders(exchange.head.headers), route.access) }
            eventLoop.execute { self.admitted(result, serial) }
        }
    }

    private func admitted(_ result: Result<Identity?, any Error>, _ serial: Int) {
        guard serial == self.serial, case .admitting(let request) = state else { return }
        work = nil
        switch result {
        case .success(let caller): enter(request, .checked(caller))
        case .failure(let error): turnAway(request, responder.errors.problem(for: error, request.exchange))
        }
        takeWaiting()
        if let inputFault, state.isReading { return refuse(inputFault) }
        if isReadPaused { readOn() }
    }

    /// The caller may call: is there room, for one more of theirs and for what they announce?
    private func enter(_ request: IncomingRequest, _ caller: CallerCheck.Caller) {
        var request = request
        guard let route = request.route else { return }
        request.caller = caller
        request.due.resume(at: .now())
        if route.isHeavy {
            request.holding.permit = responder.heavy.enter(responder.name(of: caller, request.exchange.head, peer))
            guard request.holding.permit != nil else { return turnAway(request, HeavyRequests.refusal()) }
        }
        let share = responder.bodies.share()
        request.holding.share = share
        let isRoom =
            if route.isStreamed {
                share.set(BodyWeight.streamed) == .taken
            } else {
                responder.bodies.hasRoom(for: (request.length ?? BodyBudget.small / BodyWeight.perByte) * BodyWeight.perByte)
            }
        guard isRoom else { return turnAway(request, BodyBudget.refusal()) }
        if request.waitsToContinue { channel.writeAndFlush(ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n"), promise: nil) }
        if route.isStreamed { return beginUpload(request) }
        deadline = request.due.due
        state = .receiving(request)
    }

    /// Refuses a request whose body is still to come. A short one is read over first, so that the answer is not lost in a reset and the
    /// gateway keeps its connection; a long one is not waited for.
    private func turnAway(_ request: IncomingRequest, _ problem: Problem) {
        let isShort = (request.length ?? 0) <= configuration.mostDiscarded
        guard isShort, !request.waitsToContinue, inputFault == nil else { return refuse(problem) }
        state = .discarding(Discard(exchange: request.exchange, problem: problem, left: configuration.mostDiscarded))
        setDeadline(configuration.discardDeadline)
    }

    func discard(_ piece: ByteBuffer) {
        guard case .discarding(var discard) = state else { return }
        discard.left -= piece.readableBytes
        guard discard.left >= 0 else { return refuse(discard.problem) }
        state = .discarding(discard)
    }

    /// Its body is over; the next request may come.
    func finish(_ discard: Discard) {
        serial += 1
        discard.exchange.record(status: discard.problem.status)
        answer(discard.exchange.response(for: discard.problem), discard.exchange, keepAlive: mayKeepAlive)
    }
}
