/// Why no connection came about, and what mends it, in fixed words: libpq's own can quote pieces of the URL, the end of a password
/// with an unescaped `@` among them.
package enum PostgresConnectFailure: Error, Sendable, Equatable, CaseIterable {
    case authorityFile, authority, hostName, ownCertificate, noTLS, access, password, database, starting, full, name, timeout, nobody, unknown

    /// From what libpq or the server says, which is English unless the server's `lc_messages` is not.
    init(message: String) {
        self = Self.allCases.first { failure in failure.signs.contains { message.contains($0) } } ?? .unknown
    }

    /// As libpq 15 to 18 and PostgreSQL write them. Those of an earlier case count first.
    private var signs: [String] {
        switch self {
        case .authorityFile: ["root certificate file", "system root certificate"]
        case .authority: ["certificate verify failed"]
        case .hostName: ["does not match host name"]
        case .ownCertificate: ["private key file", "certificate file", "valid client certificate", "alert certificate required"]
        case .noTLS: ["server does not support SSL"]
        case .access: ["pg_hba.conf"]
        case .password: ["password authentication failed", "no password supplied", "\" is not permitted to log in"]
        case .database: ["\" does not exist", "permission denied for database"]
        case .starting: ["the database system is"]
        case .full: ["too many clients", "too many connections", "remaining connection slots"]
        case .name: ["could not translate host name"]
        case .timeout: ["timeout expired", "timed out"]
        case .nobody: ["Connection refused", "Is the server running", "No route to host", "Network is unreachable"]
        case .unknown: []
        }
    }
}

extension PostgresConnectFailure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .authorityFile: "the file that the URL's sslrootcert names cannot be read"
        case .authority: "the server's certificate is not of an authority in the URL's sslrootcert, or has expired"
        case .hostName: "the server's certificate is for another name than the URL's host"
        case .ownCertificate:
            "the server asks for a certificate: the URL's sslcert and sslkey must name readable files that it accepts, the key's only for its owner or root"
        case .noTLS: "the server has no TLS (ssl = on), and the URL's sslmode wants it"
        case .access: "the server's pg_hba.conf does not let this user in from here, or only with TLS (sslmode=verify-full)"
        case .password: "the server refuses the URL's user or password"
        case .database: "the URL's user or database does not exist there, or the one may not connect to the other"
        case .starting: "the server is starting or stopping"
        case .full: "the server has no connection free (max_connections)"
        case .name: "the URL's host has no address"
        case .timeout: "the server did not answer in time (connect_timeout)"
        case .nobody: "no server listens at the URL's host and port"
        case .unknown: "the connection could not be made; the server's own log may say why"
        }
    }
}
