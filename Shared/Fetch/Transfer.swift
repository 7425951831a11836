import CCurl
import Foundation

/// A request as curl takes it, and what has come of its response so far.
// @unchecked: it has one owner at a time: who makes it, then the loop's thread.
final class Transfer: @unchecked Sendable {
    let easy: UnsafeMutableRawPointer
    private let request: FetchRequest
    private let reason = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    private var lists: [UnsafeMutablePointer<curl_slist>] = []

    private var headers: [(name: String, value: String)] = []
    private var headerBytes = 0
    /// Its last line, which is empty, has come: curl is content with less where the connection ends there.
    private var hasWholeHead = false
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var wasRefused = false
    private var sent = 0
    private var bodyFile: BodyFile?
    /// Of a response that is told as it comes, and is not gathered.
    private let isStream: Bool
    private var teller: StreamTeller?

    private static let mostHeaderBytes = 64 << 10
    private static let started = care_curl_start()

    static func startCurl() { precondition(started == CURLE_OK, "curl cannot be started") }

    init(_ request: FetchRequest, isStream: Bool = false) throws(FetchError) {
        try Self.check(request)
        self.isStream = isStream
        Self.startCurl()
        guard let easy = curl_easy_init() else { preconditionFailure("curl has no memory for a transfer") }
        self.easy = easy
        self.request = request
        reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        setRules()
        try setRequest()
    }

    deinit {
        curl_easy_cleanup(easy)
        for list in lists { curl_slist_free_all(list) }
        reason.deallocate()
    }

    /// Before it begins.
    func tell(_ teller: StreamTeller) { self.teller = teller }

    /// What would end a line or a text early; the rest curl judges.
    static func check(_ request: FetchRequest) throws(FetchError) {
        guard request.url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .malformed("the URL") }
        for (name, value) in request.headers {
            let isToken = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";") }
            guard isToken, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .malformed("a header") }
        }
        var parsed = in6_addr()
        if let address = request.address, inet_pton(AF_INET, address, &parsed) != 1, inet_pton(AF_INET6, address, &parsed) != 1 {
            throw .malformed("the address to connect to")
        }
    }

    private func setRules() {
        care_curl_set_reason(easy, reason)
        request.setConnection(easy, schemes: ("http", "https"))
        // A stream has no end.
        if isStream { care_curl_set_number(easy, CURLOPT_TIMEOUT_MS, 0) }
        if let silence = isStream ? request.deadline : request.mostSilence {
            let seconds = max(1, Int((silence / .seconds(1)).rounded(.up)))
            care_curl_set_number(easy, CURLOPT_CONNECTTIMEOUT_MS, seconds * 1000)
            // A byte a second on the average of the last seconds, which anything that is said keeps for some.
            care_curl_set_number(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
            care_curl_set_number(easy, CURLOPT_LOW_SPEED_TIME, seconds)
        }
        care_curl_set_text(easy, CURLOPT_REDIR_PROTOCOLS_STR, "https")
        care_curl_set_number(easy, CURLOPT_FOLLOWLOCATION, request.mostRedirects > 0 ? 1 : 0)
        care_curl_set_number(easy, CURLOPT_MAXREDIRS, request.mostRedirects)
        if request.mayConnect != nil {
            care_curl_set_opener(easy, { context, _, address in Transfer.of(context).open(address) }, Unmanaged.passUnretained(self).toOpaque())
        }
        if request.onSent != nil {
            care_curl_set_progress(
                easy,
                { context, _, _, _, sent in
                    Transfer.of(context).tellSent(Int(sent))
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        care_curl_set_sinks(
            easy, { bytes, size, count, context in Transfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) },
            { bytes, size, count, context in Transfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func setRequest() throws(FetchError) {
        guard care_curl_set_text(easy, CURLOPT_URL, request.url) == CURLE_OK else { throw .malformed("the URL") }
        var lines: [String] = []
        switch request.method {
        case .get: break
        case .post(let bytes): setBody(bytes, &lines)
        case .postFile(let path): setBody(try BodyFile(path), &lines)
        case .other(let name, let bytes):
            guard !name.isEmpty, name.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else { throw .malformed("the method") }
            if let bytes { setBody(bytes, &lines) }
            if name == "HEAD" { care_curl_set_number(easy, CURLOPT_NOBODY, 1) } else { care_curl_set_text(easy, CURLOPT_CUSTOMREQUEST, name) }
        }
        if !request.names("user-agent") { lines.append("User-Agent: Careline") }
        setList(CURLOPT_HTTPHEADER, lines + request.headerLines)
        if let address = request.address { setList(CURLOPT_CONNECT_TO, [address.contains(":") ? "::[\(address)]:" : "::\(address):"]) }
    }

    private func setBody(_ bytes: [UInt8], _ lines: inout [String]) {
        care_curl_set_number(easy, CURLOPT_POST, 1)
        // An empty array's address is nobody's; no byte is read there.
        _ = bytes.withUnsafeBytes { care_curl_set_body(easy, $0.baseAddress ?? UnsafeRawPointer(reason), $0.count) }
        describeBody(&lines)
    }

    private func setBody(_ file: BodyFile, _ lines: inout [String]) {
        bodyFile = file
        care_curl_set_streamed_body(
            easy, { bytes, size, count, context in Transfer.of(context).bodyFile?.give(bytes, most: size * count) ?? 0 },
            { context, offset, origin in origin == SEEK_SET ? Transfer.of(context).bodyFile?.seek(to: Int(offset)) ?? CURL_SEEKFUNC_FAIL : CURL_SEEKFUNC_FAIL },
            Unmanaged.passUnretained(self).toOpaque(), file.count)
        describeBody(&lines)
    }

    private func describeBody(_ lines: inout [String]) {
        // Without a word of ours curl would first ask whether a long body is wanted, and wait.
        lines.append("Expect:")
        // It would also call any body a form.
        if !request.names("content-type") { lines.append("Content-Type:") }
    }

    private func setList(_ option: CURLoption, _ lines: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) }
        guard let list else { return }
        lists.append(list)
        care_curl_set_list(easy, option, list)
    }

    // MARK: Where it goes

    /// A socket for the address, or -1.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> Int32 {
        guard let address, let bytes = Self.bytes(of: address), request.mayConnect?(bytes) == true else {
            wasRefused = true
            return -1
        }
        return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    /// Nil of what is neither IPv4 nor IPv6.
    private static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // The structure is as long as its family's, whatever its type says.
        let raw = UnsafeRawPointer(address) + offset
        switch address.pointee.family {
        case AF_INET: return MemoryLayout<sockaddr_in>.offset(of: \.sin_addr).map { Array(UnsafeRawBufferPointer(start: raw + $0, count: 4)) }
        case AF_INET6: return MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr).map { Array(UnsafeRawBufferPointer(start: raw + $0, count: 16)) }
        default: return nil
        }
    }

    // MARK: What goes and comes

    private func tellSent(_ count: Int) {
        guard count > sent else { return }
        sent = count
        request.onSent?(count)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
        guard let context else { preconditionFailure("curl was given a context") }
        return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Anything but the count ends the transfer. A line is compared by its bytes: the thread is all transfers', and of a text whose server writes thousands of combining
    /// marks in a row each comparison takes a second.
    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        headerBytes += line.count
        guard headerBytes <= Self.mostHeaderBytes else {
            isTooLarge = true
            return 0
        }
        // Of each response on the way, an interim one or a redirect, the headers begin anew.
        if line.starts(with: "HTTP/".utf8) { (headers, hasWholeHead) = ([], false) }
        if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
            hasWholeHead = true
            // Not of an interim response.
            if let teller, care_curl_status(easy) >= 200 { teller.hear(response) }
        }
        if let field = Self.field(line) { headers.append(field) }
        return line.count
    }

    /// Nil of a line that has no colon, or a name that nobody asks for: names are ASCII.
    private static func field(_ line: UnsafeRawBufferPointer) -> (name: String, value: String)? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].allSatisfy({ $0 < 0x80 }) else { return nil }
        let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
        return (String(decoding: line[..<colon], as: UTF8.self), value.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        if let teller { return teller.hear(bytes) ? bytes.count : 0 }
        guard body.count + bytes.count <= request.mostBytes else {
            isTooLarge = true
            return 0
        }
        body.append(contentsOf: bytes)
        return bytes.count
    }

    func outcome(_ code: CURLcode) -> Result<FetchResponse, FetchError> {
        guard code == CURLE_OK else { return .failure(failure(code)) }
        guard hasWholeHead else { return .failure(.broken("its head ended too early")) }
        return .success(response)
    }

    /// As far as it has come.
    private var response: FetchResponse {
        let url = care_curl_url(easy).map { String(cString: $0) } ?? request.url
        return FetchResponse(status: care_curl_status(easy), headers: headers, body: body, url: url)
    }

    private func failure(_ code: CURLcode) -> FetchError {
        if isTooLarge { return .tooLarge(limit: request.mostBytes) }
        let detail = String(cString: reason)
        let words = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
        return wasRefused && code == CURLE_COULDNT_CONNECT ? .addressRefused : FetchError(code, words, mostRedirects: request.mostRedirects)
    }
}
