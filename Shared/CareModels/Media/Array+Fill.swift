extension [UInt8] {
    /// Of a header or a small chunk that comes in pieces: takes the first of `rest` until these are so many bytes; whether they are.
    mutating func fill(to count: Int, from rest: inout ArraySlice<UInt8>) -> Bool {
        let part = rest.prefix(count - self.count)
        self += part
        rest = rest.dropFirst(part.count)
        return self.count == count
    }
}
