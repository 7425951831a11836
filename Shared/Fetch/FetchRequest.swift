/// One request to a server that is not ours.
package struct FetchRequest: Sendable {
    package enum Method: Sendable {
        case get
        case post([UInt8])
        /// Any other, by its name in capitals; without a body where it is nil.
        case other(String, [UInt8]?)
        /// A POST of what a file holds, at this path: read as it goes, and changed by nobody meanwhile.
        case postFile(String)
    }

    package var method: Method
    /// `https://…`, through the proxy that `https_proxy` names where there is one; `http://…` where `allowsPlain` says so, through none.
    package var url: String
    package var headers: [(name: String, value: String)] = []
    /// From the call to the response's last byte: names, connecting and redirects included.
    package var deadline: Duration
    /// For how long nothing may go and nothing come, connecting included; nil: up to the deadline.
    package var mostSilence: Duration?
    /// A longer body is an error.
    package var mostBytes: Int

    /// Told how many bytes of the body have gone so far, on the thread that carries it: it must not wait.
    package var onSent: (@Sendable (Int) -> Void)?

    package var allowsPlain = false
    /// `http://…`, too, goes through the proxy that `http_proxy` names.
    package var takesPlainProxy = false
    /// Followed to addresses of https alone, whatever `allowsPlain` says; 0: the redirect is the response.
    package var mostRedirects = 0
    /// An IPv4 or IPv6 address to connect to, whatever the URL's host may be called by now; certificates are checked for that name all the same. Proxies are then not asked.
    package var address: String?
    /// Asked of each address just before a connection to it is opened, whatever led there: 4 bytes of IPv4, or 16 of IPv6. What it refuses is not connected to. Proxies are then
    /// not asked. A connection that was kept from an earlier request is not asked about again: requests to one host through one `Fetcher` have one rule.
    package var mayConnect: (@Sendable (_ address: [UInt8]) -> Bool)?
    /// A file of certificates in PEM that are trusted in place of the system's.
    package var authorities: String?

    package init(_ method: Method, _ url: String, deadline: Duration, mostBytes: Int) {
        self.method = method
        self.url = url
        self.deadline = deadline
        self.mostBytes = mostBytes
    }
}
