import CPostgres
import Glibc

/// The complete result of one statement.
///
/// Unchecked: a PGresult is never written to once libpq has handed it out, and reading it takes no lock (libpq, "Behavior in
/// Threaded Programs"); it is freed with its last reader.
final class ResultSet: @unchecked Sendable {
    let result: OpaquePointer
    let rowCount: Int
    let columnCount: Int32
    /// Of the columns' names, `beginning`.
    private let beginnings: [UInt64]

    init(taking result: OpaquePointer) {
        self.result = result
        rowCount = Int(PQntuples(result))
        columnCount = PQnfields(result)
        beginnings = rowCount == 0 ? [] : (0..<columnCount).map { Self.beginning(PQfname(result, $0)) }
    }

    deinit { PQclear(result) }

    var rows: [Row] {
        var rows: [Row] = []
        rows.reserveCapacity(rowCount)
        for index in 0..<rowCount { rows.append(Row(result: self, index: Int32(index))) }
        return rows
    }

    /// The first column of this name. Not PQfnumber, which folds case and allocates.
    func position(_ wanted: UnsafePointer<CChar>) -> Int32? {
        let beginning = Self.beginning(wanted)
        // One that is shorter than eight bytes is all there is.
        let isWhole = beginning >> 56 == 0
        for (column, known) in beginnings.enumerated() where known == beginning {
            if isWhole || strcmp(PQfname(result, Int32(column)), wanted) == 0 { return Int32(column) }
        }
        return nil
    }

    /// The first eight bytes of a name, with zeros behind a shorter one.
    private static func beginning(_ name: UnsafePointer<CChar>?) -> UInt64 {
        guard let name else { return 0 }
        var beginning: UInt64 = 0
        for place in 0..<8 {
            let byte = UInt8(bitPattern: name[place])
            if byte == 0 { break }
            beginning |= UInt64(byte) << UInt64(8 * place)
        }
        return beginning
    }

    /// Rows affected by INSERT, UPDATE, DELETE, MERGE, COPY; rows returned by SELECT; 0 by anything else.
    var affected: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }
}
