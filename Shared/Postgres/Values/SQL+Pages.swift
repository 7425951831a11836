extension SQL {
    /// The first rows of a SELECT, ending behind the one by which they have more than so many bytes: one is there, if any is, however large it is. Those that
    /// are alike in the order go together. How long a bytea is the database knows without reading it, so that what is left out is never in anybody's memory.
    ///
    /// - Parameters:
    ///   - order: by columns of `selection`, which begins with what the caller reads by place.
    ///   - bytes: of a row, out of its columns; NULL is none.
    ///   - isCounted: a column `selected` says how many rows the SELECT has, with those that are left out.
    package static func page(of selection: SQL, in order: SQL, bytes: SQL, most: Int, isCounted: Bool = false) -> SQL {
        let count: SQL = isCounted ? "count(*) OVER () AS selected, " : ""
        return """
            SELECT * FROM (
                SELECT page.*, \(count)sum(\(bytes)) OVER (ORDER BY \(order) GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
                FROM (\(selection)) AS page
            ) AS measured
            WHERE coalesce(bytes_before, 0) <= \(most) ORDER BY \(order)
            """
    }
}
