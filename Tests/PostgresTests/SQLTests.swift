import Testing

@testable import Postgres

@Suite struct SQLTests {
    @Test func interpolationsBecomeParameters() {
        let name = "x'; DROP TABLE users; --"
        let statement: SQL = "SELECT * FROM users WHERE name = \(name) AND age > \(18)"
        #expect(statement.text == "SELECT * FROM users WHERE name = $1 AND age > $2")
        #expect(statement.parameters.count == 2)
    }

    @Test func nilIsNULL() {
        let nobody: String? = nil
        let statement: SQL = "UPDATE users SET name = \(nobody)"
        #expect(statement.text == "UPDATE users SET name = $1")
        #expect(statement.parameters.count == 1)
        #expect(statement.parameters[0] == nil)
    }

    @Test func fragmentsAreNumberedAnew() {
        let range: SQL = "at >= \(1) AND at < \(2)"
        let statement: SQL = "SELECT \(0) WHERE \(range) AND n = \(3) OR \(range)"
        #expect(statement.text == "SELECT $1 WHERE at >= $2 AND at < $3 AND n = $4 OR at >= $5 AND at < $6")
        #expect(integers(statement) == [0, 1, 2, 3, 1, 2])
    }

    @Test func aDollarInTheTextIsLeftAlone() {
        let price: SQL = "note = '$1' AND n = \(7) AND other = '$1'"
        let statement: SQL = "SELECT \(1) WHERE \(price)"
        #expect(statement.text == "SELECT $1 WHERE note = '$1' AND n = $2 AND other = '$1'")
    }

    @Test func numbersOfTwoDigits() {
        let ten = SQL.join((1...10).map { "\($0)" as SQL }, separator: ", ")
        let statement: SQL = "VALUES (\(0), \(ten), \(11))"
        #expect(statement.text == "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)")
        #expect(integers(statement) == Array(0...11))
    }

    @Test func numbersOfFourDigits() {
        let many = SQL.join((1...1200).map { "\($0)" as SQL }, separator: ",")
        let statement: SQL = "VALUES (\(0),\(many))"
        #expect(statement.text == "VALUES (" + (1...1201).map { "$\($0)" }.joined(separator: ",") + ")")
        #expect(integers(statement) == Array(0...1200))
    }

    @Test func joins() {
        let conditions: [SQL] = ["a = \(1)", "b IS NULL", "c = \(2)"]
        let statement: SQL = "SELECT 1 WHERE \(SQL.join(conditions, separator: " AND "))"
        #expect(statement.text == "SELECT 1 WHERE a = $1 AND b IS NULL AND c = $2")
        #expect(SQL.join([], separator: ",").text == "")
    }

    @Test func unescapedTextIsText() {
        let statement: SQL = "SELECT * FROM \(unescaped: "users") WHERE id = \(1)"
        #expect(statement.text == "SELECT * FROM users WHERE id = $1")
    }

    @Test(arguments: [("users", "\"users\""), ("care.users", "\"care\".\"users\""), ("a\"b", "\"a\"\"b\"")])
    func quotesIdentifiers(name: String, quoted: String) {
        #expect(name.quotedQualifiedName == quoted)
    }

    private func integers(_ statement: SQL) -> [Int] {
        statement.parameters.map { value in
            if case .int8(let number) = value?.storage { Int(number) } else { -1 }
        }
    }
}
