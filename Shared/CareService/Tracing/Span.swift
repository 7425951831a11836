import Foundation

/// A piece of work that has ended, in OpenTelemetry's terms.
struct Span: Sendable {
    /// What was done. Names and attributes take few values: routes, topics, types; never what a path, a key or an event holds.
    struct Work: Sendable {
        var kind: Kind
        var name: String
        var attributes: [Attribute] = []
    }

    /// As OTLP numbers them.
    enum Kind: Int, Sendable {
        case `internal` = 1
        case server = 2
        case producer = 4
        case consumer = 5
    }

    struct Attribute: Sendable, Equatable {
        enum Value: Sendable, Equatable {
            case text(String)
            case number(Int)
        }

        var key: String
        var value: Value

        init(_ key: String, _ value: String) { (self.key, self.value) = (key, .text(value)) }
        init(_ key: String, _ value: Int) { (self.key, self.value) = (key, .number(value)) }
    }

    var context: TraceContext
    var work: Work
    /// Nanoseconds since 1970.
    var began: UInt64
    var ended: UInt64
    /// Its type, as the semantic conventions' `error.type`; nil when all went well.
    var error: String?

    init(_ context: TraceContext, _ work: Work, took: Duration, error: String? = nil, ended: UInt64 = Span.now()) {
        self.context = context
        self.work = work
        self.error = error
        self.ended = ended
        began = ended - min(ended, UInt64(max(0, took / .nanoseconds(1))))
    }

    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
