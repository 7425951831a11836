import CareModels

/// A row of the audit as it is stored, to be hashed. Its kind is a word: the release after this one may write others.
struct AuditRow: Equatable, Sendable {
    var id: Int
    /// Since 1970, in microseconds: exactly what the database has.
    var microseconds: Int
    var kind: String
    var userID: UserID?
    var actorID: UserID?
    var clientID: String?
    var sessionID: SessionID?
    var addressHash: [UInt8]?
    var requestID: String?
    var reason: String?
    var occurrences: Int

    /// What is known of it, each by its name: a column that comes later changes nothing of the rows that have none.
    var fields: [(name: String, value: [UInt8])] {
        let all: [(String, [UInt8]?)] = [
            ("id", bytes(id)), ("at", bytes(microseconds)), ("kind", bytes(kind)), ("user", bytes(userID)), ("actor", bytes(actorID)),
            ("client", bytes(clientID)), ("session", bytes(sessionID)), ("address", addressHash), ("request", bytes(requestID)),
            ("reason", bytes(reason)), ("occurrences", bytes(occurrences))
        ]
        return all.compactMap { name, value in value.map { (name, $0) } }
    }

    private func bytes(_ value: (some CustomStringConvertible)?) -> [UInt8]? { value.map { Array($0.description.utf8) } }
}

/// One that has its place in the chain.
struct SealedAuditRow: Equatable, Sendable {
    var row: AuditRow
    var link: AuditChain.Link
}
