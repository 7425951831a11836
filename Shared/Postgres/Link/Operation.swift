import DequeModule

/// What a connection is doing at the moment: one pipeline, one script or one COPY.
final class Operation {
    /// Who awaits it.
    enum Receiver: Sendable {
        case task(CheckedContinuation<[ResultSet], any Error>)
        /// Of a pipeline, as far as it came: the results before the failure, if there was one.
        case group(@Sendable ([ResultSet], (any Error)?) -> Void)
    }

    enum Kind {
        case pipeline
        case script
        /// The data to send once the server asks for it.
        case copy([UInt8])
    }

    /// A result that the server owes, in order.
    enum Expected {
        case prepared(text: [UInt8], name: String)
        case deallocated
        /// `fresh`: prepared in the same pipeline, so it cannot be stale.
        case statement(fresh: Bool)
    }

    let ticket: UInt64
    let kind: Kind
    let statements: [SQL]
    let receiver: Receiver
    let began = ContinuousClock.now
    var expected: Deque<Expected> = []
    var syncsOwed = 0
    var results: [ResultSet] = []
    var failure: PostgresError?
    var isRetry = false
    var cancelRequested = false

    init(ticket: UInt64, kind: Kind, statements: [SQL], receiver: Receiver) {
        self.ticket = ticket
        self.kind = kind
        self.statements = statements
        self.receiver = receiver
    }
}
