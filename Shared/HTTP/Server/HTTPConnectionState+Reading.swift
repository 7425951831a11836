import NIOCore

// A request, from its head to its end.
extension HTTPConnectionState {
    /// A request's head, and what it says of its body. `fault`: it cannot be taken.
    mutating func head(_ body: ExpectedBody, keepsAlive: Bool, fault: Problem? = nil, at now: NIODeadline) -> Action {
        headBytes = 0
        self.keepsAlive = keepsAlive
        if let fault { return refuse(fault, at: now) }
        deadline = body.due.due
        // A request without a body is admitted by its task: there is nothing to hold back.
        guard body.framing != .none || body.isStreamed else {
            phase = .receiving(body)
            return .nothing
        }
        phase = .admitting(body)
        return .admit
    }

    // MARK: Admission

    /// It cannot be said at once who calls. What the client still has to send is not awaited meanwhile.
    mutating func admissionWaits(at now: NIODeadline) {
        guard case .admitting(var body) = phase else { return }
        serial += 1
        body.due.pause(at: now)
        phase = .admitting(body)
        setDeadline(configuration.requestDeadline, now)
    }

    /// Whether that request's admission is still awaited.
    func isAdmitting(_ serial: Int) -> Bool {
        if case .admitting = phase { serial == self.serial } else { false }
    }

    mutating func admitted(at now: NIODeadline) -> Action {
        guard case .admitting(var body) = phase else { return .nothing }
        body.due.resume(at: now)
        deadline = body.due.due
        guard body.isStreamed else {
            phase = .receiving(body)
            return .receive(saysContinue: body.waitsToContinue)
        }
        serial += 1
        phase = .uploading(body)
        return .upload(saysContinue: body.waitsToContinue)
    }

    /// Refuses a request whose body is still to come. A short one is read over first, so that the answer is not lost in a reset and the
    /// gateway keeps its connection; a long one is not waited for.
    mutating func turnedAway(_ problem: Problem, at now: NIODeadline) -> Action {
        guard case .admitting(let body) = phase else { return .nothing }
        let isShort = (body.length ?? 0) <= configuration.mostDiscarded
        guard isShort, !body.waitsToContinue, inputFault == nil else { return refuse(problem, at: now) }
        phase = .discarding(problem, left: configuration.mostDiscarded)
        setDeadline(configuration.discardDeadline, now)
        return .discard
    }

    // MARK: The body

    mutating func body(_ piece: ByteBuffer, at now: NIODeadline) -> Action {
        switch phase {
        case .receiving(var body):
            guard body.take(piece.readableBytes, at: now) else { return refuse(.tooLarge(limit: body.limit), at: now) }
            phase = .receiving(body)
            deadline = body.due.due
            return .keep(piece)
        case .uploading(var body):
            guard body.take(piece.readableBytes, at: now) else { return refuse(.tooLarge(limit: body.limit), at: now) }
            phase = .uploading(body)
            deadline = body.due.due
            return .handOn(piece)
        case .discarding(let problem, let left):
            guard piece.readableBytes <= left else { return refuse(problem, at: now) }
            phase = .discarding(problem, left: left - piece.readableBytes)
            return .nothing
        default: return .nothing
        }
    }

    mutating func end(at now: NIODeadline) -> Action {
        switch phase {
        case .receiving:
            serial += 1
            phase = .handling
            setDeadline(configuration.requestDeadline, now)
            return .handle
        case .uploading:
            phase = .handling
            setDeadline(configuration.requestDeadline, now)
            return .endUpload
        case .discarding(let problem, _): return answer(problem, keepsAlive: mayKeepAlive, at: now)
        default: return .nothing
        }
    }

    /// The task has taken of the body what held up the reading.
    mutating func bodyTaken(_ serial: Int, isBodyFull: Bool, at now: NIODeadline) -> Action {
        guard serial == self.serial, case .uploading = phase, isReadPaused else { return .nothing }
        return readOn(isBodyFull: isBodyFull, at: now)
    }
}
