/// Where reads may go that need not be the primary's.
package struct StandbySettings: Sendable {
    var database: PostgresConfiguration
    /// Connections at most.
    var size: Int
    /// For so long a read waits for each: a connection, an answer of the primary, a standby's log. Then the primary answers.
    var patience: Duration

    /// Of several hosts a standby is meant, unless the URL says otherwise (`target_session_attrs`).
    package init(_ database: PostgresConfiguration, size: Int, patience: Duration) {
        self.database = database
        self.database.parameters.merge(["target_session_attrs": "standby"]) { given, _ in given }
        self.size = size
        self.patience = patience
    }
}
