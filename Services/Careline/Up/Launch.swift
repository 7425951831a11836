/// A process to start: what, with what, where, and where its output goes.
struct Launch: Sendable {
    /// An absolute path.
    var executable: String
    var arguments: [String] = []
    var environment: [String: String]
    var directory: String
    /// Standard output and error are appended here.
    var log: String
    /// What the kernel sends it when this process is gone, however it went; nil: nothing.
    var signalWhenOrphaned: String?

    /// The words that are really executed: `setpriv` sets the signal and becomes the program.
    var words: [String] {
        guard let signalWhenOrphaned else { return [executable] + arguments }
        return ["/usr/bin/setpriv", "--pdeathsig", signalWhenOrphaned, "--", executable] + arguments
    }
}
