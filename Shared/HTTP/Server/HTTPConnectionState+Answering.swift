import NIOCore

// What a request's task brings. A serial keeps an answer that comes after its deadline from being sent as that of another request.
extension HTTPConnectionState {
    enum Answer {
        /// All of it at once.
        case whole
        /// Its head, with pieces to follow. `patience`: of a stream that has no end of its own, for the client to take each of them.
        case stream(ResponseEncoder.Framing, length: Int?, patience: Duration? = nil)
        /// The last that is said in HTTP.
        case upgrade
    }

    enum Verdict: Equatable {
        /// Nobody waits for it any more.
        case late
        /// Break off what still comes of its body, and write it; of a whole one `written` follows.
        case write(keepsAlive: Bool)
    }

    enum PieceVerdict: Equatable {
        case late, tooLong
        case nothing
        case write(isChunk: Bool)
    }

    enum EndVerdict: Equatable {
        case late
        /// Shorter than its announced length: the client can only learn it from a broken connection.
        case breakOff
        /// Then `written`.
        case write(isChunked: Bool)
    }

    var mayKeepAlive: Bool { keepsAlive && !isDraining && !isInputClosed && inputFault == nil }

    mutating func answer(_ answer: Answer, _ serial: Int, at now: NIODeadline) -> Verdict {
        guard serial == self.serial else { return .late }
        switch phase {
        case .handling: break
        // Answered before the body was whole: what still comes of it is not another request.
        case .uploading: keepsAlive = false
        default: return .late
        }
        switch answer {
        case .whole:
            keepsAlive = mayKeepAlive
            phase = .writing
        case .stream(let framing, let length, let patience):
            keepsAlive = mayKeepAlive && framing != .untilClose
            phase = .streaming(framing, remaining: length)
            self.patience = patience
            setDeadline(patience ?? configuration.writeDeadline, now)
            return .write(keepsAlive: keepsAlive)
        case .upgrade:
            phase = .leaving
            deadline = .distantFuture
            return .write(keepsAlive: true)
        }
        setDeadline(configuration.writeDeadline, now)
        return .write(keepsAlive: keepsAlive)
    }

    mutating func piece(of count: Int, _ serial: Int, at now: NIODeadline) -> PieceVerdict {
        guard serial == self.serial, case .streaming(let framing, let remaining) = phase, framing != .none else { return .late }
        guard count > 0 else { return .nothing }
        if let remaining {
            guard count <= remaining else { return .tooLong }
            phase = .streaming(framing, remaining: remaining - count)
        }
        setDeadline(patience ?? configuration.writeDeadline, now)
        return .write(isChunk: framing == .chunked)
    }

    /// The client has taken all that was written. Until there is more to say, a stream without an end may be silent.
    mutating func pieceTaken(_ serial: Int) {
        guard serial == self.serial, case .streaming = phase, patience != nil else { return }
        deadline = .distantFuture
    }

    mutating func endStream(_ serial: Int, at now: NIODeadline) -> EndVerdict {
        guard serial == self.serial, case .streaming(let framing, let remaining) = phase else { return .late }
        guard remaining == nil || remaining == 0 else { return .breakOff }
        phase = .writing
        setDeadline(configuration.writeDeadline, now)
        return .write(isChunked: framing == .chunked)
    }

    mutating func streamFailed(_ serial: Int) -> Action { serial == self.serial ? close() : .nothing }

    /// An answer is out.
    mutating func written(at now: NIODeadline) -> Action {
        guard case .writing = phase else { return .nothing }
        guard keepsAlive else {
            // Closing at once would reset the connection while the client still sends, and lose the answer (RFC 9112, section 9.6):
            // we end our side and read on, for a little while and a few bytes, which go nowhere.
            phase = .lingering
            setDeadline(configuration.discardDeadline, now)
            return .linger
        }
        phase = .idle
        setDeadline(headBytes == 0 ? configuration.idleDeadline : configuration.headDeadline, now)
        return .proceed
    }
}
