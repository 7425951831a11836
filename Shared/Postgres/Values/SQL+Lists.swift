extension SQL {
    /// Whether `column` (its name, as it is put) is one of these. A few are spelled one by one, so that the statement's plan is kept: PostgreSQL takes an array that
    /// it has not seen for ten elements, and plans anew at each execution that has fewer, which takes longer than to look a few rows up.
    package static func isOne<Value: PostgresEncodable>(of values: [Value], _ column: String) -> SQL where [Value]: PostgresEncodable {
        switch values.count {
        case 0: "false"
        case 1: "\(unescaped: column) = \(values[0])"
        case ...8: "\(unescaped: column) IN (\(join(values.map { "\($0)" }, separator: ", ")))"
        default: "\(unescaped: column) = ANY(\(values))"
        }
    }

    /// These values as rows of one column, for a FROM; a few spelled one by one, as above.
    package static func rows<Value: PostgresEncodable>(of values: [Value]) -> SQL where [Value]: PostgresEncodable {
        (1...8).contains(values.count) ? "(VALUES \(join(values.map { "(\($0))" }, separator: ", ")))" : "unnest(\(values))"
    }
}
