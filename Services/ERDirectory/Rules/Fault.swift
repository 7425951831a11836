/// A faulty field of a request, by path, and how to mend it.
struct Fault: Equatable, Sendable {
    var field: String
    var message: String
}

/// Thrown with every fault of what was sent.
struct Faults: Error, Equatable {
    var all: [Fault]

    init(_ all: [Fault]) { self.all = all }
    init(_ field: String, _ message: String) { all = [Fault(field: field, message: message)] }
}
