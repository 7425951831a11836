import CPostgres

/// The complete result of one statement.
///
/// Unchecked: a PGresult is never written to once libpq has handed it out, and reading it takes no lock (libpq, "Behavior in
/// Threaded Programs"); it is freed with its last reader.
final class ResultSet: @unchecked Sendable {
    let result: OpaquePointer
    let rowCount: Int
    let columnCount: Int32

    init(taking result: OpaquePointer) {
        self.result = result
        rowCount = Int(PQntuples(result))
        columnCount = PQnfields(result)
    }

    deinit { PQclear(result) }

    var rows: [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(rowCount)
        for index in 0..<rowCount { rows.append(Row(result: self, index: Int32(index))) }
        return rows
    }

    /// Rows affected by INSERT, UPDATE, DELETE, MERGE, COPY; rows returned by SELECT; 0 by anything else.
    var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }
}
