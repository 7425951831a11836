import Foundation

/// A piece of work that has ended, in OpenTelemetry's terms.
package struct Span: Sendable {
    /// What was done. Names and attributes take few values: routes, topics, types; never what a path, a key or an event holds.
    package struct Work: Sendable {
        package var kind: Kind
        package var name: String
        package var attributes: [Attribute]

        package init(kind: Kind, name: String, attributes: [Attribute] = []) {
            self.kind = kind
            self.name = name
            self.attributes = attributes
        }
    }

    /// As OTLP numbers them.
    package enum Kind: Int, Sendable {
        case `internal` = 1
        case server = 2
        case producer = 4
        case consumer = 5
    }

    package struct Attribute: Sendable, Equatable {
        package enum Value: Sendable, Equatable {
            case text(String)
            case number(Int)
        }

        package var key: String
        package var value: Value

        package init(_ key: String, _ value: String) { (self.key, self.value) = (key, .text(value)) }
        package init(_ key: String, _ value: Int) { (self.key, self.value) = (key, .number(value)) }
    }

    package var context: TraceContext
    package var work: Work
    /// Nanoseconds since 1970.
    package var began: UInt64
    package var ended: UInt64
    /// Its type, as the semantic conventions' `error.type`; nil when all went well.
    package var error: String?

    package init(_ context: TraceContext, _ work: Work, took: Duration, error: String? = nil, ended: UInt64 = Span.now()) {
        self.context = context
        self.work = work
        self.error = error
        self.ended = ended
        began = ended - min(ended, UInt64(max(0, took / .nanoseconds(1))))
    }

    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
