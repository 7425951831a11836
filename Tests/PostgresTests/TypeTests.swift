import Foundation
import TestKit
import Testing

@testable import Postgres

/// Every type there and back, and what is refused.
@Suite struct TypeTests {
    enum Color: String, PostgresEncodable, PostgresDecodable, PostgresArrayElement { case red, green }

    struct Note: Codable, Equatable, Sendable {
        var title: String
        var at: Date
        var tags: [String]
    }

    /// Sends the value cast to `type`, and reads it back; also as a column that is NULL.
    private func roundTrip<T: PostgresEncodable & PostgresDecodable & Equatable>(_ values: [T], as type: String, on pool: PostgresPool) async throws {
        try await pool.withConnection { connection in
            for value in values {
                let row = try #require(try await connection.first("SELECT \(value)::\(unescaped: type) AS value, NULL::\(unescaped: type) AS nothing"))
                #expect(try row["value"] == value)
                #expect(try row["value"] as T? == value)
                #expect(try row["nothing"] as T? == nil)
                #expect(throws: PostgresDecodingError.self) { try row["nothing"] as T }
            }
            let nothing: T? = nil
            let row = try #require(try await connection.first("SELECT \(nothing)::\(unescaped: type) AS value"))
            #expect(try row["value"] as T? == nil)
        }
    }

    @Test func scalars() async throws {
        try await TestKit.withPool { pool in
            try await roundTrip([0, 1, -1, Int.max, Int.min], as: "bigint", on: pool)
            try await roundTrip([Int64.max, Int64.min], as: "bigint", on: pool)
            try await roundTrip([Int32.max, Int32.min], as: "integer", on: pool)
            try await roundTrip([Int16.max, Int16.min], as: "smallint", on: pool)
            try await roundTrip([Int(Int32.max)], as: "integer", on: pool)
            try await roundTrip([0.0, -1.5, .pi, .infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude], as: "double precision", on: pool)
            try await roundTrip([1.5, -0.25], as: "real", on: pool)
            try await roundTrip([true, false], as: "boolean", on: pool)
            try await roundTrip(["", "a", "ünï ☃ 👩‍⚕️", "it's \"\\ {}", String(repeating: "x", count: 100_000)], as: "text", on: pool)
            try await roundTrip(["abc"], as: "varchar(10)", on: pool)
            try await roundTrip(["abc"], as: "name", on: pool)
            try await roundTrip([UUID(), UUID()], as: "uuid", on: pool)
            try await roundTrip([Data(), Data([0, 1, 255]), Data(repeating: 7, count: 300_000)], as: "bytea", on: pool)
            try await roundTrip([[UInt8](), [0, 255]], as: "bytea", on: pool)
            try await roundTrip([Color.red, .green], as: "text", on: pool)
            let notANumber: Double = try await pool.value("SELECT \(Double.nan)")
            #expect(notANumber.isNaN)
        }
    }

    /// Names are told apart by their first eight bytes, and by the rest where these are the same.
    @Test func columnsByName() async throws {
        try await TestKit.withPool { pool in
            try await pool.withConnection { connection in
                let row = try #require(
                    try await connection.first(
                        """
                        SELECT 1::bigint AS a, 2::bigint AS patient, 3::bigint AS patient_, 4::bigint AS patient_id, 5::bigint AS patient_name, 6::bigint AS "é",
                            7::bigint AS patient_id, 8::bigint AS a
                        """))
                let names = ["a", "patient", "patient_", "patient_id", "patient_name", "é"]
                // Of two columns of one name the first.
                #expect(try names.map { try row[$0] as Int } == [1, 2, 3, 4, 5, 6])
                for name in ["", "b", "patien", "patient_i", "patient_id_", "A", "\u{1F3E5}"] {
                    #expect(throws: PostgresDecodingError.self) { try row[name] as Int }
                }
            }
        }
    }

    @Test func instants() async throws {
        try await TestKit.withPool { pool in
            let instants = [
                0, 1_700_000_000, 1_700_000_000.123456, -1.5, -62_135_596_800, 253_402_300_799, 951_782_399.999999
            ].map { Date(timeIntervalSince1970: $0) }
            try await pool.withConnection { connection in
                for instant in instants {
                    let row = try #require(try await connection.first("SELECT \(instant) AS value, extract(epoch FROM \(instant))::float8 AS epoch"))
                    let back: Date = try row["value"]
                    #expect(abs(back.timeIntervalSince(instant)) < 1e-6)
                    let epoch: Double = try row["epoch"]
                    #expect(abs(epoch - instant.timeIntervalSince1970) < 1e-6)
                }
            }
        }
    }

    @Test func infinityIsRefusedBothWays() async throws {
        try await TestKit.withPool { pool in
            for value in ["infinity", "-infinity"] {
                await #expect(throws: PostgresDecodingError.self) {
                    let _: Date = try await pool.value("SELECT \(unescaped: "'\(value)'")::timestamptz AS due")
                }
            }
            await #expect(throws: PostgresEncodingError.self) {
                let _: Date = try await pool.value("SELECT \(Date(timeIntervalSince1970: .infinity))")
            }
            await #expect(throws: PostgresEncodingError.self) {
                let _: Date = try await pool.value("SELECT \(Date(timeIntervalSince1970: 1e30))")
            }
            // The connection has not noticed.
            expect(try await pool.value("SELECT \(1)"), is: 1)
        }
    }

    @Test func arrays() async throws {
        try await TestKit.withPool { pool in
            try await roundTrip([[], ["a"], ["", "b,{}\"\\", "NULL", "☃"]], as: "text[]", on: pool)
            try await roundTrip([[], [1, -2, Int.max]], as: "bigint[]", on: pool)
            try await roundTrip([[Int32(1)], [Int32.min, 5]], as: "int[]", on: pool)
            try await roundTrip([[Int16(1)], []], as: "smallint[]", on: pool)
            try await roundTrip([[1.5, -2]], as: "float8[]", on: pool)
            try await roundTrip([[true, false]], as: "boolean[]", on: pool)
            try await roundTrip([[], [UUID(), UUID()]], as: "uuid[]", on: pool)
            try await roundTrip([[], [Date(timeIntervalSince1970: 1_700_000_000)]], as: "timestamptz[]", on: pool)
            try await roundTrip([[Data([1, 2]), Data()]], as: "bytea[]", on: pool)
            try await pool.withConnection { connection in
                let found = try await connection.query("SELECT n FROM generate_series(1, 10) AS n WHERE n = ANY(\([2, 3, 99])) ORDER BY n")
                #expect(try found.map { try $0["n"] as Int } == [2, 3])
            }
            try await roundTrip([[], [Color.red, .green]], as: "text[]", on: pool)
            for text in ["ARRAY[[1,2],[3,4]]::bigint[]", "ARRAY[1,NULL]::bigint[]", "'not an array'::text", "1::int"] {
                await #expect(throws: PostgresDecodingError.self) { let _: [Int] = try await pool.value("SELECT \(unescaped: text)") }
            }
        }
    }

    /// A word of another release is an error of its row, whatever it is read as: nothing stands for it, and nobody passes over it.
    @Test(arguments: ["'blue'::text", "ARRAY['red', 'blue']"]) func aWordThatIsUnknownIsRefused(_ text: String) async throws {
        try await TestKit.withPool { pool in
            let row = try #require(try await pool.withConnection { try await $0.first("SELECT \(unescaped: text) AS color") })
            #expect(throws: PostgresDecodingError.self) { try row["color"] as Color }
            #expect(throws: PostgresDecodingError.self) { try row["color"] as Color? }
            #expect(throws: PostgresDecodingError.self) { try row["color"] as [Color] }
            #expect(throws: PostgresDecodingError.self) { try row["color"] as Set<Color>? }
            do {
                _ = try row["color"] as Set<Color>
                Issue.record("the word was read")
            } catch let error as PostgresDecodingError {
                #expect(error.column == "color" && !error.description.contains("blue"))
            }
        }
    }

    @Test func setsOfWords() async throws {
        try await TestKit.withPool { pool in
            let colors: Set<Color> = try await pool.value("SELECT ARRAY['green', 'red', 'green']")
            #expect(colors == [.red, .green])
        }
    }

    @Test func json() async throws {
        try await TestKit.withPool { pool in
            let note = Note(title: "ünï \"x\"", at: Date(timeIntervalSince1970: 1_700_000_000.25), tags: ["a", "b"])
            try await roundTrip([JSONB(note)], as: "jsonb", on: pool)
            try await roundTrip([JSONB(note)], as: "json", on: pool)
            try await roundTrip([JSONB(["k": 1])], as: "jsonb", on: pool)
            #expect(try await pool.value("SELECT \(JSONB(note)) ->> 'at'") == "2023-11-14T22:13:20.250Z")
            // Releases before wrote milliseconds of every instant.
            let instants: JSONB<[Date]> = try await pool.value("SELECT '[\"2023-11-14T22:13:20Z\", \"2023-11-14T22:13:20.000Z\"]'::jsonb")
            #expect(Set(instants.value) == [Date(timeIntervalSince1970: 1_700_000_000)])
            let text: String = try await pool.value("SELECT '{\"a\": 1}'::jsonb")
            #expect(text == "{\"a\": 1}")
            await #expect(throws: PostgresDecodingError.self) {
                let _: JSONB<Note> = try await pool.value("SELECT '{\"title\": 3}'::jsonb")
            }
        }
    }

    @Test func textFitsWhateverThePlaceWants() async throws {
        let schema = """
            CREATE TYPE mood AS ENUM ('good', 'bad');
            CREATE TABLE places (mood mood, day date, clock time, length interval, document jsonb, number numeric, address inet);
            """
        try await TestKit.withPool(migrations: [("v001", schema)]) { pool in
            try await pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO places VALUES (\("good"), \("2026-03-08"), \("02:30"), \("5 minutes"), \("{}"), \("1.25"), \("127.0.0.1"))
                    """)
                let row = try #require(
                    try await connection.first("SELECT mood, day::text AS day, number::text AS number FROM places WHERE mood = \("good") AND day = \("2026-03-08")"))
                #expect(try row["mood"] == "good")
                #expect(try row["day"] == "2026-03-08")
                #expect(try row["number"] == "1.25")
            }
        }
    }

    @Test func refusals() async throws {
        try await TestKit.withPool { pool in
            try await pool.withConnection { connection in
                let row = try #require(
                    try await connection.first("SELECT 1::bigint AS big, 'x' AS word, 70000 AS wide, 'red' AS color, now()::timestamp AS clock, 1.5::numeric AS n"))
                func refusal(_ column: String, _ read: () throws -> Void) throws {
                    do {
                        try read()
                        Issue.record("\(column) was read")
                    } catch let error as PostgresDecodingError {
                        #expect(error.column == column)
                    }
                }
                try refusal("missing") { _ = try row["missing"] as Int }
                try refusal("big") { _ = try row["big"] as String }
                try refusal("word") { _ = try row["word"] as Int }
                try refusal("wide") { _ = try row["wide"] as Int16 }
                try refusal("clock") { _ = try row["clock"] as Date }
                try refusal("n") { _ = try row["n"] as Double }
                try refusal("big") { _ = try row["big"] as Double }
                try refusal("word") { _ = try row["word"] as Color }
                try refusal("Color") { _ = try row["Color"] as Color? }  // names are exact
                try refusal("99") { _ = try row[99] as Int }
                #expect(try row["color"] == Color.red)
            }
        }
    }

    @Test func textWithNULIsRefused() async throws {
        try await TestKit.withPool { pool in
            await #expect(throws: PostgresEncodingError.self) { let _: String = try await pool.value("SELECT \("a\0b")") }
            await #expect(throws: PostgresEncodingError.self) { let _: [String] = try await pool.value("SELECT \(["a\0b"])") }
            expect(try await pool.value("SELECT \("ab")"), is: "ab")
        }
    }
}
