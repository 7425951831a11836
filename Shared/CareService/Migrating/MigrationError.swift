/// Why a database was not brought up to date.
package enum MigrationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A migration that was applied has another text now.
    case changed(name: String)
    /// Another starter has been at work for too long.
    case locked
    /// A migration itself says that it must not run yet, and what is to be done before; nothing of it was kept.
    case refused(name: String, why: String)
    /// PostgreSQL refused a migration; nothing of it was kept.
    case failed(name: String, error: String)

    package var description: String {
        switch self {
        case .changed(let name):
            "migration \(name) was applied with another text: restore the file as it was released, and put the change in a new migration"
        case .locked:
            "another process has been migrating this database for a long time: see pg_locks, then start again"
        case .refused(let name, let why):
            "migration \(name) does not run yet: \(why)"
        case .failed(let name, let error):
            "migration \(name) failed (\(error)) and was rolled back: the server's log has the statement"
        }
    }
}
