import CareService
import HTTP

/// Messaging's own settings.
struct MessagingSettings: Sendable {
    /// Connections at once, nearly all of them streams: `CARE_MESSAGING_CONNECTIONS`.
    var mostConnections = 10_000
    /// Bytes of a file: `CARE_MESSAGING_ATTACHMENT_LIMIT`.
    var attachmentLimit = 100 << 20
    /// How long a download address works: `CARE_MESSAGING_DOWNLOAD_LIFETIME`.
    var downloadLifetime: Duration = .seconds(300)
    /// A file that no message took is removed after this: `CARE_MESSAGING_UNUSED_ATTACHMENTS`.
    var unusedLifetime: Duration = .seconds(86_400)
    /// Entries of a feed are kept so long: `CARE_MESSAGING_FEED_RETENTION`.
    var feedRetention: Duration = .seconds(90 * 86_400)
    /// A stream's ticket works so long: `CARE_MESSAGING_TICKET_LIFETIME`.
    var ticketLifetime: Duration = .seconds(30)
    /// For a client to send its resume: `CARE_MESSAGING_RESUME_PATIENCE`.
    var resumePatience: Duration = .seconds(15)
    /// Of files and messages.
    var storage = StorageQuota()
    /// Messages that a person sends and conversations that they begin, at once and a minute, of each replica: `CARE_MESSAGING_MESSAGES_A_MINUTE`. As often
    /// they may do something else that others are told of (close, bring in, leave), and as often say that they type.
    var messagesPerMinute = 60
    var socket = WebSocketSettings()

    init() {}

    init(_ environment: inout Environment) {
        let defaults = MessagingSettings()
        mostConnections = environment.int("CARE_MESSAGING_CONNECTIONS", default: defaults.mostConnections, in: 10...200_000)
        attachmentLimit = environment.int("CARE_MESSAGING_ATTACHMENT_LIMIT", default: defaults.attachmentLimit, in: 1024...(1 << 30))
        downloadLifetime = environment.duration("CARE_MESSAGING_DOWNLOAD_LIFETIME", default: defaults.downloadLifetime)
        unusedLifetime = environment.duration("CARE_MESSAGING_UNUSED_ATTACHMENTS", default: defaults.unusedLifetime)
        feedRetention = environment.duration("CARE_MESSAGING_FEED_RETENTION", default: defaults.feedRetention)
        ticketLifetime = environment.duration("CARE_MESSAGING_TICKET_LIFETIME", default: defaults.ticketLifetime)
        resumePatience = environment.duration("CARE_MESSAGING_RESUME_PATIENCE", default: defaults.resumePatience)
        storage = StorageQuota(&environment)
        messagesPerMinute = environment.int("CARE_MESSAGING_MESSAGES_A_MINUTE", default: defaults.messagesPerMinute, in: 1...1_000_000)
        socket.pingInterval = environment.duration("CARE_MESSAGING_PING_INTERVAL", default: defaults.socket.pingInterval)
        socket.idleDeadline = environment.duration("CARE_MESSAGING_IDLE_DEADLINE", default: defaults.socket.idleDeadline)
        socket.writeDeadline = environment.duration("CARE_MESSAGING_WRITE_DEADLINE", default: defaults.socket.writeDeadline)
        if socket.pingInterval >= socket.idleDeadline {
            environment.fail("CARE_MESSAGING_IDLE_DEADLINE", "must be longer than CARE_MESSAGING_PING_INTERVAL")
        }
    }
}
