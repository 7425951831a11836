import Foundation
import NIOHTTP1

@testable import AuthService
@testable import HTTP

extension FuzzTarget {
    /// Headers with parts: cookies (RFC 6265), parameters (RFC 9110, section 5.6.6), media types.
    static let cookies = FuzzTarget("cookies", longest: 2048) { input in
        let text = String(decoding: input, as: UTF8.self)
        let sent = request(headers: ["Cookie": text, "Content-Type": text])
        for isSecure in [false, true] {
            let browser = Browser(sent, isSecure: isSecure)
            expect(browser.isNew || browser.id.utf8.count == 43, "a browser named \(browser.id)")
            // By bytes: an accent behind it makes another character of its last.
            expect(browser.isNew || Array(text.utf8).firstRange(of: Array(browser.id.utf8)) != nil, "a browser that it does not name")
            for (_, value) in browser.headers { expect(!value.utf8.contains { $0 < 0x20 }, "a line's end in a cookie") }
            if !isSecure, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x3B && $0 != 0x3D }), !text.isEmpty {
                let named = Browser(request(headers: ["Cookie": "a=b; care_session=\(text)"]), isSecure: false)
                expect(named.session == text, "what was set is not found again")
            }
        }
        _ = sent.mediaType
        let (value, parameters) = HeaderParameters.parse(text)
        // By bytes: Swift takes the Greek question mark for a semicolon.
        expect(!value.utf8.contains(0x3B), "a value with parameters in it")
        expect(parameters.keys.allSatisfy { !$0.isEmpty && $0 == $0.lowercased() }, "a parameter's name as it may not be")
        expect(parameters.values.reduce(0) { $0 + $1.utf8.count } <= text.utf8.count, "parameters longer than the header")
        if !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
            let quoted = HeaderParameters.parse("form-data; name=\"\(text)\"; filename*=utf-8''\(FormEncoding.encode(text))")
            expect(quoted.parameters["name"] == text, "a quoted parameter is another")
            if !text.utf8.contains(0) { expect(quoted.parameters["filename*"] == text, "an encoded parameter is another") }
        }
    }

    /// A request as a route gets it.
    static func request(_ method: HTTP.HTTPMethod = .POST, _ uri: String = "/", headers: HTTP.HTTPHeaders, body: [UInt8] = []) -> Request {
        Request(
            head: HTTPRequestHead(version: .http1_1, method: method.wire, uri: uri, headers: headers.wire), route: route, body: body, requestID: "fuzz",
            peer: ClientAddress.Peer(address: "127.0.0.1", proxies: .loopback), caller: nil)
    }

    private static let route = Route.post("/", .anyone, operation: "fuzz") { _ in .noContent }
}
