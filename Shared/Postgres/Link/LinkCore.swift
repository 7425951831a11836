import CPostgres
import DequeModule

/// The state of a connection, always touched under its link's lock. Nothing here blocks or resumes a task: finished work is handed
/// back as a `Completion`, to be delivered after the lock is released.
struct LinkCore {
    struct Completion: Sendable {
        let receiver: Operation.Receiver
        /// Of the statements before the one that failed.
        var results: [ResultSet] = []
        var failure: (any Error)?

        func deliver() {
            switch receiver {
            case .task(let continuation): continuation.resume(with: failure.map { .failure($0) } ?? .success(results))
            case .group(let receive): receive(results, failure)
            }
        }
    }

    private static let noResults = Deque<Operation.Expected>()

    let connection: OpaquePointer
    private var cache: StatementCache
    private(set) var operation: Operation?
    /// Names that the server still knows although the cache does not; deallocated before the next work outside a transaction.
    private var leftovers: [String] = []
    private var deallocatesAll = false
    private(set) var isBroken = false
    /// A PQcancel is under way: no other statement may start before it has returned, or it would be hit instead.
    var cancelsInFlight = false
    /// Work that has ended while its cancellation is still under way, and its ticket.
    private var finished: Completion?
    private var finishedTicket: UInt64 = 0
    private var scratch = ParameterBuffer()
    private let notices: Notices

    init(connection: Handle, cacheLimit: Int, notices: Notices) {
        self.connection = connection.pointer
        self.notices = notices
        cache = StatementCache(limit: cacheLimit)
    }

    var isFree: Bool { operation == nil && finished == nil && !isBroken }
    var transactionStatus: PGTransactionStatusType { PQtransactionStatus(connection) }
    private var lastState: String? { operation?.failure?.sqlState }

    // MARK: Sending

    /// Puts the operation on the wire as far as the socket takes it. A completion at once means that it could not start.
    mutating func start(_ operation: Operation) -> Completion? {
        guard !isBroken else { return Completion(receiver: operation.receiver, failure: PostgresConnectionError.lost(sqlState: nil)) }
        guard self.operation == nil, finished == nil else {
            return Completion(receiver: operation.receiver, failure: PostgresConnectionError.misused)
        }
        do {
            for statement in operation.statements { try statement.checkParameters() }
        } catch {
            return Completion(receiver: operation.receiver, failure: error)
        }
        self.operation = operation
        return send(operation) ? nil : fail()
    }

    private mutating func send(_ operation: Operation) -> Bool {
        switch operation.kind {
        case .pipeline: return sendPipeline(operation)
        case .script, .copy:
            guard PQexitPipelineMode(connection) == 1 else { return false }
            return PQsendQuery(connection, operation.statements[0].text) == 1
        }
    }

    private mutating func sendPipeline(_ operation: Operation) -> Bool {
        guard sendDeallocations(operation) else { return false }
        for statement in operation.statements {
            guard sendStatement(statement, operation) else { return false }
        }
        operation.syncsOwed += 1
        return PQpipelineSync(connection) == 1
    }

    private mutating func sendDeallocations(_ operation: Operation) -> Bool {
        guard transactionStatus == PQTRANS_IDLE else { return true }
        if deallocatesAll {
            deallocatesAll = false
            cache.forgetAll()
            leftovers = ["ALL"]
        }
        guard !leftovers.isEmpty else { return true }
        let names = leftovers
        leftovers.removeAll()
        for name in names {
            operation.expected.append(.deallocated)
            guard PQsendQueryParams(connection, "DEALLOCATE \(name)", 0, nil, nil, nil, nil, 1) == 1 else { return false }
        }
        // A unit of its own: BEGIN with an isolation level, or CREATE DATABASE, may not follow another statement in one.
        operation.syncsOwed += 1
        return PQpipelineSync(connection) == 1
    }

    private mutating func sendStatement(_ statement: SQL, _ operation: Operation) -> Bool {
        var name = cache.find(statement.utf8, statement.parameters)
        let isFresh = name == nil
        if name == nil {
            let (added, evicted) = cache.add(statement.utf8, statement.parameters)
            if let evicted { leftovers.append(evicted) }
            operation.expected.append(.prepared(text: statement.utf8, name: added.name))
            guard PQsendPrepare(connection, added.name, statement.text, Int32(added.types.count), added.types) == 1 else { return false }
            name = added.name
        }
        operation.expected.append(.statement(fresh: isFresh))
        return scratch.send(statement.parameters, to: name!, on: connection)
    }

    /// True while something remains to be written; nil when the connection is gone.
    func flush() -> Bool? {
        switch PQflush(connection) {
        case 0: false
        case 1: true
        default: nil
        }
    }

    // MARK: Receiving

    /// Reads what the socket has. `broken` when the connection is gone.
    mutating func receive() -> Completion? {
        guard !isBroken else { return nil }
        repeat {
            guard PQconsumeInput(connection) == 1 else {
                let completion = advance()  // a FATAL error, sent before the end
                let failed = fail()
                return completion ?? failed
            }
        } while isHeldBack
        return advance()
    }

    /// A TLS record may be larger than the room that libpq had for it, and what OpenSSL keeps of it does not make the socket readable again.
    private var isHeldBack: Bool {
        guard let tls = PQgetssl(connection) else { return false }
        return SSL_pending(OpaquePointer(tls)) > 0
    }

    mutating func notifications() -> [PostgresListener.Notification] {
        var notifications: [PostgresListener.Notification] = []
        while let notification = PQnotifies(connection) {
            notifications.append(
                PostgresListener.Notification(
                    channel: String(cString: notification.pointee.relname), payload: String(cString: notification.pointee.extra)))
            PQfreemem(notification)
        }
        return notifications
    }

    private mutating func advance() -> Completion? {
        guard let operation else { return nil }
        if case .pipeline = operation.kind { return advancePipeline(operation) }
        return advanceSimple(operation)
    }

    private mutating func advancePipeline(_ operation: Operation) -> Completion? {
        while PQisBusy(connection) == 0 {
            guard let result = PQgetResult(connection) else {
                if PQstatus(connection) == CONNECTION_BAD { return fail() }
                continue  // the end of one command's results
            }
            switch PQresultStatus(result) {
            case PGRES_PIPELINE_SYNC:
                PQclear(result)
                operation.syncsOwed -= 1
                if operation.syncsOwed == 0 { return finishPipeline(operation) }
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                if case .statement = operation.expected.popFirst() {
                    operation.results.append(ResultSet(taking: result))
                } else {
                    PQclear(result)
                }
            case PGRES_PIPELINE_ABORTED:
                PQclear(result)
                revert(operation.expected.popFirst())
            case PGRES_FATAL_ERROR:
                let error = PostgresError(result)
                PQclear(result)
                guard var error else { return fail() }
                let expected = operation.expected.popFirst()
                if case .statement(fresh: false) = expected, error.sqlState == "0A000" || error.sqlState == "26000" {
                    error.isStaleStatement = true
                }
                revert(expected)
                if case .deallocated = expected { continue }
                if operation.failure == nil { operation.failure = error }
            default:  // COPY belongs to `copy`: the connection is in a state of which a pipeline cannot get out
                PQclear(result)
                return fail(with: PostgresConnectionError.misused)
            }
        }
        return nil
    }

    /// What an aborted command leaves undone.
    private mutating func revert(_ expected: Operation.Expected?) {
        if case .prepared(let text, let name) = expected { cache.forget(text, name: name) }
    }

    private mutating func finishPipeline(_ operation: Operation) -> Completion? {
        guard let failure = operation.failure else { return finish() }
        if failure.isStaleStatement {
            // A schema change makes many statements stale, and those of the same table would fail one after the other.
            cache.forgetAll()
            deallocatesAll = true
            if transactionStatus == PQTRANS_IDLE, !operation.isRetry, !operation.cancelRequested {
                operation.isRetry = true
                operation.failure = nil
                operation.results = []
                operation.expected = LinkCore.noResults
                return send(operation) ? nil : fail()
            }
        }
        return finish(failure)
    }

    private mutating func advanceSimple(_ operation: Operation) -> Completion? {
        while PQisBusy(connection) == 0 {
            guard let result = PQgetResult(connection) else {
                if PQstatus(connection) == CONNECTION_BAD { return fail() }
                guard PQenterPipelineMode(connection) == 1 else { return fail() }
                return finish(operation.failure)
            }
            switch PQresultStatus(result) {
            case PGRES_COPY_IN:
                PQclear(result)
                guard case .copy(let data) = operation.kind, putCopy(data) else { return fail(with: PostgresConnectionError.misused) }
            case PGRES_COPY_OUT, PGRES_COPY_BOTH:
                PQclear(result)
                return fail(with: PostgresConnectionError.misused)
            case PGRES_FATAL_ERROR:
                let error = PostgresError(result)
                PQclear(result)
                guard let error else { return fail() }
                if operation.failure == nil { operation.failure = error }
            default:
                operation.results.append(ResultSet(taking: result))
            }
        }
        return nil
    }

    /// In one piece: libpq keeps what the socket does not take.
    private func putCopy(_ data: [UInt8]) -> Bool {
        let chunk = 1 << 20
        var offset = 0
        while offset < data.count {
            let length = min(chunk, data.count - offset)
            let put = data.withUnsafeBytes { bytes in
                PQputCopyData(connection, bytes.baseAddress!.assumingMemoryBound(to: CChar.self) + offset, Int32(length))
            }
            guard put == 1 else { return false }
            offset += length
        }
        return PQputCopyEnd(connection, nil) == 1
    }

    // MARK: Finishing

    private mutating func finish(_ failure: (any Error)? = nil) -> Completion? {
        // What the server calls done is on its own disk alone: whoever takes over from it may not have it.
        if notices.areOfALoneCommit, failure == nil { return fail() }
        guard let operation else { return nil }
        self.operation = nil
        var completion = Completion(receiver: operation.receiver, results: operation.results, failure: failure)
        if operation.cancelRequested, let error = failure as? PostgresError, error.isCancellation { completion.failure = CancellationError() }
        if cancelsInFlight {
            finished = completion
            finishedTicket = operation.ticket
            return nil
        }
        return completion
    }

    func cancelRequest() -> CancelRequest? { care_cancel_make(connection).map(CancelRequest.init) }

    /// The statement of this ticket still runs, or has ended but its cancellation has not.
    func isOccupied(by ticket: UInt64) -> Bool { operation?.ticket == ticket || finishedTicket == ticket }

    /// PQcancel has returned.
    mutating func cancelReturned() -> Completion? {
        cancelsInFlight = false
        defer { clearFinished() }
        return finished
    }

    private mutating func clearFinished() {
        finished = nil
        finishedTicket = 0
    }

    /// The connection is of no more use.
    mutating func fail(with error: (any Error)? = nil) -> Completion? {
        isBroken = true
        cancelsInFlight = false
        if let held = finished {
            clearFinished()
            return held
        }
        let wasCancelled = operation?.cancelRequested ?? false
        let lost: any Error = wasCancelled ? CancellationError() : PostgresConnectionError.lost(sqlState: lastState)
        return finish(error ?? lost)
    }
}
