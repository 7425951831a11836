import CCurl
import Foundation

/// What a request says to curl, whatever goes over the connection.
extension FetchRequest {
    /// `schemes` are the protocol's two.
    func setConnection(_ easy: UnsafeMutableRawPointer, schemes: (plain: String, secure: String)) {
        // Signals are the process's own.
        care_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        // A name server that does not answer would hold every other transfer when this one's time is over: curl would wait for the thread that asks it.
        care_curl_set_number(easy, CURLOPT_QUICK_EXIT, 1)
        care_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, allowsPlain ? "\(schemes.plain),\(schemes.secure)" : schemes.secure)
        care_curl_set_number(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        care_curl_set_number(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        care_curl_set_number(easy, CURLOPT_TIMEOUT_MS, max(1, Int(min(deadline / .seconds(1), 86_400) * 1000)))
        // What a proxy answers to CONNECT is no part of the response.
        care_curl_set_number(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        if let authorities {
            care_curl_set_text(easy, CURLOPT_CAINFO, authorities)
            // Debian's curl has the system's as a folder.
            care_curl_set_text(easy, CURLOPT_CAPATH, nil)
        }
        // What is plain is near: a proxy would look for 127.0.0.1 at itself.
        let isPlainAndNear = !takesPlainProxy && url.lowercased().hasPrefix(schemes.plain + "://")
        if isPlainAndNear || address != nil || mayConnect != nil { care_curl_set_text(easy, CURLOPT_PROXY, "") }
    }

    /// In curl's spelling, which is another of a header without a value.
    var headerLines: [String] { headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" } }

    func names(_ header: String) -> Bool { headers.contains { $0.name.lowercased() == header } }
}

extension FetchError {
    /// By curl's code, which is not that all is well, and what it says of it.
    init(_ code: CURLcode, _ words: String, mostRedirects: Int = 0) {
        self =
            switch code {
            case CURLE_URL_MALFORMAT: .malformed("the URL")
            case CURLE_UNSUPPORTED_PROTOCOL: .notOverTLS
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
            case CURLE_COULDNT_CONNECT: .unreachable(words)
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: .untrusted(words)
            case CURLE_OPERATION_TIMEDOUT: .deadline
            case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects(limit: mostRedirects)
            default: .broken(words)
            }
    }
}
