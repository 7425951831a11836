import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// One connection to one file, used by whoever opened it and nobody else. Statements are prepared once.
final class SQLite {
    enum Value: Equatable {
        case null
        case integer(Int)
        case text(String)
        case bytes(Data)

        static func optional(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
    }

    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// How long another process may hold the file.
    static let patience: Int32 = 5000

    init(path: String) throws(StorageFault) {
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            sqlite3_close_v2(opened)
            throw Self.fault(code)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.patience)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }
    var lastID: Int { Int(sqlite3_last_insert_rowid(handle)) }

    /// Several statements without parameters.
    func script(_ sql: String) throws(StorageFault) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw Self.fault(code) }
    }

    func run(_ sql: String, _ values: Value...) throws(StorageFault) {
        try each(sql, values) { _ in }
    }

    /// The rows, each as `read` makes it.
    func rows<Row>(_ sql: String, _ values: Value..., read: (SQLiteRow) throws -> Row) throws -> [Row] {
        var rows: [Row] = []
        var failure: (any Error)?
        try each(sql, values) { row in
            guard failure == nil else { return }
            do { rows.append(try read(row)) } catch { failure = error }
        }
        if let failure { throw failure }
        return rows
    }

    /// The first column of the only row.
    func number(_ sql: String, _ values: Value...) throws(StorageFault) -> Int? {
        var found: Int?
        try each(sql, values) { found = $0.isNull(0) ? nil : $0.integer(0) }
        return found
    }

    /// All of it or nothing. Whoever else wants to write waits from the beginning, so that nobody finds out at the end that they may not.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try script("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try script("COMMIT")
            return result
        } catch {
            try? script("ROLLBACK")
            throw error
        }
    }

    private func each(_ sql: String, _ values: [Value], _ body: (SQLiteRow) -> Void) throws(StorageFault) {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), to: statement) }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw Self.fault(code) }
            body(SQLiteRow(statement: statement))
        }
    }

    private func prepared(_ sql: String) throws(StorageFault) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Self.fault(code) }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: Value, _ index: Int32, to statement: OpaquePointer) throws(StorageFault) {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
            case .text(let text): sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), Self.copied)
            case .bytes(let bytes):
                bytes.withUnsafeBytes { sqlite3_bind_blob(statement, index, $0.baseAddress ?? UnsafeRawPointer(bitPattern: 1), Int32($0.count), Self.copied) }
            }
        guard code == SQLITE_OK else { throw Self.fault(code) }
    }

    /// SQLITE_TRANSIENT, a cast that Swift does not import: what is bound is copied.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private static func fault(_ code: Int32) -> StorageFault {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        default: .failed(Int(code))
        }
    }
}

/// The row that a statement stands at.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }
    func text(_ column: Int32) -> String { sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "" }

    func bytes(_ column: Int32) -> Data {
        guard let start = sqlite3_column_blob(statement, column) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_column_bytes(statement, column)))
    }
}
