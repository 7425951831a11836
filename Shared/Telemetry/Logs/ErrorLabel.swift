/// An error's name for logs, metrics and dead letters: its own label, else its type. Never its message, which may hold values.
package enum ErrorLabel {
    package static func of(_ error: any Error) -> String { (error as? any LabelledError)?.label ?? String(reflecting: type(of: error)) }
}
