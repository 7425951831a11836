package struct FetchResponse: Sendable {
    package var status: Int
    /// In the server's order; of the last response, where there were redirects.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Where it came from: the request's, or where the last redirect led.
    package var url: String

    /// The first of that name, in whatever case. Nil of one that is not ASCII, which nothing is that is asked for here: a stranger's server may write thousands of
    /// combining marks in a row, and each look for a comma or a word in them takes a second.
    package func header(_ name: String) -> String? {
        guard let value = headers.first(where: { $0.name.lowercased() == name.lowercased() })?.value, value.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return value
    }
}
