/// An error with a name of its own for logs, metrics and dead letters, where its type says too little.
package protocol LabelledError: Error {
    /// Never its message, which may hold values.
    var label: String { get }
}
