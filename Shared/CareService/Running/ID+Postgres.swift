import CareModels
import Foundation
import Postgres

extension ID: PostgresEncodable {
    public var postgresValue: PostgresValue { uuid.postgresValue }
}

extension ID: PostgresDecodable {
    public init(postgres column: PostgresColumn) throws { self.init(try UUID(postgres: column)) }
}
