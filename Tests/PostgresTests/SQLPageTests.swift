import TestKit
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(2))) struct SQLPageTests {
    /// The numbers of those that are read of files of these sizes, from 100 down; a size of -1 is a file that is not there. `ties`: two have one number each.
    private static func read(_ sizes: [Int], most: Int, ties: Bool = false) async throws -> (numbers: [Int], selected: Int?) {
        try await TestKit.withPool(size: 1) { pool in
            try await pool.withConnection { connection in
                try await connection.script("CREATE TABLE files (number bigint NOT NULL, body bytea);")
                for (place, size) in sizes.enumerated() {
                    let body = size < 0 ? nil : [UInt8](repeating: 7, count: size)
                    try await connection.execute("INSERT INTO files (number, body) VALUES (\(100 - (ties ? place / 2 : place)), \(body))")
                }
                let selection: SQL = "SELECT number, body FROM files WHERE number > \(0)"
                let counted = try await connection.query(.page(of: selection, in: "number DESC", bytes: "octet_length(body)", most: most, isCounted: true))
                let numbers: [Int] = try counted.map { try $0[0] }
                let selected: Int? = try counted.first.map { try $0["selected"] }
                let others: [Int] = try await connection.query(.page(of: selection, in: "number DESC", bytes: "octet_length(body)", most: most)).map { try $0[0] }
                #expect(others == numbers)
                return (numbers: numbers, selected: selected)
            }
        }
    }

    @Test(arguments: [(0, 1), (9, 1), (10, 2), (19, 2), (20, 3), (29, 3), (30, 4), (1000, 5)])
    func itEndsBehindTheOneThatGoesOverIt(most: Int, count: Int) async throws {
        let (numbers, selected) = try await Self.read([10, 10, 10, 10, 10], most: most)
        #expect(numbers == Array([100, 99, 98, 97, 96].prefix(count)) && selected == 5)
    }

    @Test func theFirstIsReadHoweverLargeItIs() async throws {
        let (numbers, selected) = try await Self.read([500_000, 1], most: 10)
        #expect(numbers == [100] && selected == 2)
        #expect(try await Self.read([], most: 10).numbers.isEmpty)
    }

    @Test func whatIsNotThereHasNoBytes() async throws {
        #expect(try await Self.read([-1, -1, 11, -1], most: 10).numbers == [100, 99, 98])
    }

    @Test func thoseThatAreAlikeInTheOrderGoTogether() async throws {
        #expect(try await Self.read([20, 20, 1, 1], most: 10, ties: true).numbers == [100, 100])
        #expect(try await Self.read([1, 1, 20, 20, 1, 1], most: 10, ties: true).numbers == [100, 100, 99, 99])
    }
}
