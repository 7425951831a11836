package struct FetchResponse: Sendable {
    package var status: Int
    /// In the server's order; of the last response, where there were redirects.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Where it came from: the request's, or where the last redirect led.
    package var url: String

    /// The first of that name, in whatever case.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
