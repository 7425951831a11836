import CareModels
import Foundation

extension ID: PostgresEncodable {
    package var postgresValue: PostgresValue { uuid.postgresValue }
}

extension ID: PostgresDecodable {
    package init(postgres column: PostgresColumn) throws { self.init(try UUID(postgres: column)) }
}
