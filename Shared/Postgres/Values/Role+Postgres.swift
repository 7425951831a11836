import CareModels

extension Role: PostgresEncodable, PostgresDecodable {}
