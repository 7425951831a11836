import Foundation
import Postgres

/// What an operator does with a service's database beside serving it, as `messaging-service restored`. The schema is brought up to date first.
package struct ServiceCommand: Sendable {
    package let name: String
    package let run: @Sendable (PostgresPool, _ now: Date) async throws -> String

    /// `run` answers what to tell the operator; `now` is by the service's clock.
    package init(_ name: String, run: @escaping @Sendable (PostgresPool, _ now: Date) async throws -> String) {
        self.name = name
        self.run = run
    }
}
