import CareModels
import NIOCore
import Telemetry

// Between a request's head and its response: who calls, whether there is room for them, and the task that works for them.
extension HTTPConnection {
    /// Of a request that has a body, before that is read. One without has none of this: its task looks at the token, and there is nothing
    /// to hold back.
    func admit() {
        guard let request else { return }
        let (exchange, responder, now) = (request.exchange, responder, NIODeadline.now())
        guard let route = request.route else { return perform(state.turnedAway(Responder.problem(of: exchange.match), at: now)) }
        if request.isEncoded { return perform(state.turnedAway(.encodedBody, at: now)) }
        do {
            // A token that was seen before, as nearly all are: no task, no waiting.
            let caller = try responder.callers.known(.init(exchange.head), route.access)
            if case .checked = caller { return enter(caller) }
        } catch {
            return perform(state.turnedAway(responder.errors.problem(for: error, exchange), at: now))
        }
        state.admissionWaits(at: now)
        let (serial, eventLoop) = (state.serial, channel.eventLoop)
        work = Task(executorPreference: executor) {
            let result = await Result.capture { try await responder.callers.check(.init(exchange.head), route.access) }
            eventLoop.execute { self.admitted(result, exchange, serial) }
        }
    }

    private func admitted(_ result: Result<Identity?, any Error>, _ exchange: Exchange, _ serial: Int) {
        guard state.isAdmitting(serial) else { return }
        work = nil
        switch result {
        case .success(let caller): enter(.checked(caller))
        case .failure(let error): perform(state.turnedAway(responder.errors.problem(for: error, exchange), at: .now()))
        }
        goOn()
    }

    /// The caller may call: is there room, for one more of theirs and for what they announce?
    private func enter(_ caller: CallerCheck.Caller) {
        guard let request, let route = request.route else { return }
        self.request?.caller = caller
        if route.isHeavy(body: request.expected.length) {
            let permit = responder.heavy.enter(responder.name(of: caller, request.exchange.head, peer))
            guard permit != nil else { return perform(state.turnedAway(HeavyRequests.refusal(), at: .now())) }
            self.request?.holding.permit = permit
        }
        let share = responder.bodies.share()
        self.request?.holding.share = share
        let isRoom =
            if route.isStreamed {
                share.set(BodyWeight.streamed) == .taken
            } else {
                responder.bodies.hasRoom(for: (request.expected.length ?? BodyBudget.small / BodyWeight.perByte) * BodyWeight.perByte)
            }
        perform(isRoom ? state.admitted(at: .now()) : state.turnedAway(BodyBudget.refusal(), at: .now()))
    }

    func writeContinue() { channel.writeAndFlush(ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n"), promise: nil) }

    /// The request is whole.
    func handle() { begin(nil) }

    /// The task of a streamed route begins once the caller is known, and the body is handed on as it comes.
    func beginUpload() {
        let (serial, eventLoop) = (state.serial, channel.eventLoop)
        // Strong: the stream lives as long as its task, which holds the connection anyway.
        let stream = RequestBodyStream {
            eventLoop.execute { self.perform(self.state.bodyTaken(serial, isBodyFull: self.isBodyFull, at: .now())) }
        }
        upload = stream
        begin(stream)
    }

    private func begin(_ stream: RequestBodyStream?) {
        guard let request else { return }
        self.request = nil
        let (serial, peer, responder, exchange) = (state.serial, peer, responder, request.exchange)
        work = Task(executorPreference: request.route?.isComputing(body: request.body.count) == true ? nil : executor) {
            await TraceContext.$current.withValue(exchange.trace) {
                let response = await responder.respond(to: exchange, caller: request.caller, body: request.body, stream: stream, peer: peer)
                exchange.record(status: response.status)
                await self.send(response, exchange, serial)
            }
            withExtendedLifetime(request.holding) {}
        }
    }
}
