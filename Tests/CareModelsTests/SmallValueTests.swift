import Foundation
import Testing

@testable import CareModels

/// Values that several services read alike.
@Suite struct SmallValueTests {
    @Test(arguments: [
        ("application/json", "application/json"), (" Application/FHIR+JSON ;charset=utf-8", "application/fhir+json"), ("text/plain;", "text/plain"), (";a=b", ""),
        ("", ""),
        ("\ttext/html\t; q=1", "text/html"),
        // The Greek question mark is no semicolon.
        ("text/plain\u{37E}x", "text/plain\u{37E}x")
    ]) func aMediaTypeIsNamedWithoutItsParameters(_ text: String, _ name: String) {
        #expect(Array(MediaType.name(text).utf8) == Array(name.utf8))
    }

    @Test(arguments: [
        ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.8.9.1", true), ("::1", true), ("[::1]", true), ("localhost.example", false),
        ("128.0.0.1", false),
        ("[::2]", false), ("[127.0.0.1", false), ("", false), ("127.0.0.1.example", false)
    ]) func thisMachineIsKnownByItsNameAndAddresses(_ host: String, _ isThis: Bool) { #expect(IPAddress.isThisMachine(host) == isThis) }

    @Test func nobodyGuessesRandomBytes() {
        let keys = (0..<100).map { _ in RandomBytes.make(32) }
        #expect(keys.allSatisfy { $0.count == 32 } && Set(keys).count == 100)
    }

    @Test(arguments: ["%", "%4", "%zz", "%00", "%FF", "a%C3"]) func whatIsBrokenIsNoText(_ text: String) {
        #expect(PercentCoding.decode(text.utf8) == nil)
        #expect(throws: PercentCoding.PairFault.self) { try PercentCoding.list("a=\(text)".utf8) }
    }
}
