/// The longest list that both of two lists are when some of their elements are left out, by a table of all lengths: in time and memory by the product of the two.
enum CommonSubsequence {
    /// Where each of its elements is in both, in their order.
    static func pairs(_ old: [Int], _ new: [Int]) -> [(Int, Int)] {
        let (rows, columns) = (old.count, new.count)
        // Of what is behind each place in the one and in the other.
        var lengths = [Int32](repeating: 0, count: (rows + 1) * (columns + 1))
        for row in (0..<rows).reversed() {
            for column in (0..<columns).reversed() {
                let here = row * (columns + 1) + column
                lengths[here] = old[row] == new[column] ? lengths[here + columns + 2] + 1 : max(lengths[here + columns + 1], lengths[here + 1])
            }
        }
        var pairs: [(Int, Int)] = []
        var (row, column) = (0, 0)
        while row < rows, column < columns {
            let here = row * (columns + 1) + column
            if lengths[here] == lengths[here + columns + 1] {
                row += 1
            } else if lengths[here] == lengths[here + 1] {
                column += 1
            } else {
                pairs.append((row, column))
                (row, column) = (row + 1, column + 1)
            }
        }
        return pairs
    }
}
