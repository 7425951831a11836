import Telemetry

/// Why a mail was not sent: never with an address or anything of what a server said.
struct MailFailure: LabelledError, Equatable {
    var label: String
    /// The server will not take this mail, however often it is asked: there is no such mailbox.
    var isRefused = false
}
