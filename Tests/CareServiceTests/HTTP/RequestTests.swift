import CareModels
import Foundation
import NIOHTTP1
import Testing

@testable import HTTP

struct RequestTests {
    static func request(_ headers: NIOHTTP1.HTTPHeaders = [:], body: String = "", peer: String = "127.0.0.1", trusted: String = "127.0.0.0/8,10.0.0.0/8,::1") -> Request {
        let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/x", headers: headers)
        let route = Route.post("/x", .anyone, operation: "x") { _ in .noContent }
        let proxies = TrustedProxies(parsing: trusted)!
        return Request(
            head: head, route: route, body: Array(body.utf8), requestID: "r", peer: .init(address: peer, proxies: proxies), caller: nil)
    }

    @Test(
        arguments: [
            (#""3""#, 3), ("*", nil), (#""3", "3""#, 3), (#"W/"9", "4""#, 4), (#" "12" "#, 12)
        ] as [(String, Int?)])
    func readsIfMatch(_ header: String, _ version: Int?) throws {
        #expect(try Self.request(["If-Match": header]).ifMatch() == version)
    }

    @Test(arguments: [
        ("3", 400), (#""3"#, 400), ("", 400), (#"W/3"#, 400), (#""3" "4""#, 400), (#""3", "4""#, 400), ("**", 400), (#"W/"3""#, 412), (#""abc""#, 412), (#""03""#, 412),
        (#""+3""#, 412)
    ])
    func refusesIfMatch(_ header: String, _ status: Int) {
        #expect(problem { _ = try Self.request(["If-Match": header]).ifMatch() }.map { Int($0.status.code) } == status)
    }

    @Test func comparesIfMatchStrongly() throws {
        #expect(try Self.request().ifMatch() == nil)
        try Self.request().requireMatch(version: 3)
        try Self.request(["If-Match": "*"]).requireMatch(version: 3)
        try Self.request(["If-Match": #""2", "3""#]).requireMatch(version: 3)
        #expect(problem { try Self.request(["If-Match": #""2""#]).requireMatch(version: 3) }?.status == .preconditionFailed)
        #expect(problem { try Self.request(["If-Match": #"W/"3""#]).requireMatch(version: 3) }?.status == .preconditionFailed)
    }

    @Test(arguments: [
        ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "6.6.6.6, 203.0.113.9, 10.1.2.3", "203.0.113.9"),
        ("203.0.113.1", "6.6.6.6", "203.0.113.1"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "nonsense", "127.0.0.1"),
        ("127.0.0.1", "6.6.6.6, nonsense, 10.0.0.1", "10.0.0.1"),
        ("::1", "2001:db8::7", "2001:db8::7"),
        ("127.0.0.1", "10.0.0.2, 10.0.0.1", "10.0.0.2")
    ])
    func findsTheClientBehindTrustedProxies(_ peer: String, _ forwarded: String, _ client: String) {
        let headers: NIOHTTP1.HTTPHeaders = forwarded.isEmpty ? [:] : ["X-Forwarded-For": forwarded]
        #expect(Self.request(headers, peer: peer).clientAddress == client)
    }

    /// Where the router cuts: a question mark with an accent on it is another character, not another byte.
    @Test func cutsTheQueryAtTheByte() {
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/x?\u{0301}a=1", headers: [:])
        let request = Request(
            head: head, route: .get("/x", .anyone, operation: "x") { _ in .noContent }, requestID: "r",
            peer: .init(address: "127.0.0.1", proxies: .loopback), caller: nil)
        #expect(request.path == "/x")
        #expect(Array(request.queryString.utf8) == Array("\u{0301}a=1".utf8))
    }

    @Test func readsProxyRanges() {
        #expect(TrustedProxies(parsing: "10.0.0.0/33") == nil)
        #expect(TrustedProxies(parsing: "here") == nil)
        #expect(TrustedProxies(parsing: "10.0.0.1\u{0}, or so") == nil)
        #expect(TrustedProxies(parsing: "")?.contains("127.0.0.1") == false)
        // Where the TLS beside a service hands on whoever has not proved to be the gateway.
        #expect(TrustedProxies.loopback.contains("127.0.0.1") && !TrustedProxies.loopback.contains("127.0.0.2"))
        #expect(TrustedProxies(parsing: "10.1.2.3/20")?.contains("10.1.15.255") == true)
        #expect(TrustedProxies(parsing: "10.1.2.3/20")?.contains("10.1.16.0") == false)
        #expect(TrustedProxies(parsing: "2001:db8::/32")?.contains("2001:db8:ffff::1") == true)
    }

    @Test func readsForms() throws {
        let type: NIOHTTP1.HTTPHeaders = ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"]
        #expect(try Self.request(type, body: "a=1+2&b=%C3%A9&c").form() == ["a": "1 2", "b": "é", "c": ""])
        #expect(problem { _ = try Self.request(type, body: "b=1&a=1&a=2&c=1&%62=2&a=3").form() }?.fields.map(\.field) == ["a", "b"])
        #expect(problem { _ = try Self.request(["Content-Type": "application/json"], body: "{}").form() }?.status == .unsupportedMediaType)
    }

    @Test(arguments: [
        ("application/json", true), ("application/json; charset=utf-8", true), ("Application/JSON;charset=\"UTF-8\"", true),
        ("application/fhir+json", true), ("text/json", false), ("application/json; charset=latin1", false), ("text/plain", false)
    ])
    func takesJSONOnly(_ type: String, _ isTaken: Bool) {
        let fault = problem { _ = try Self.request(["Content-Type": type], body: "[1]").decode([Int].self) }
        #expect(fault?.status == (isTaken ? nil : .unsupportedMediaType))
    }
}
