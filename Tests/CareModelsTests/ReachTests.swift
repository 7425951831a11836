import CareModels
import Foundation
import Testing

@Suite struct ReachTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1",
        "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:169.254.169.254", "::7f00:1",
        "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "2001::1", "2001:2::1",
        "2001:db8::1", "2002:7f00:1::1", "3fff::1", "4000::1"
    ]) func whatIsNotThePublicInternetIsNotReached(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!Reach(networks: []).permits(address))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.1", "126.255.255.255", "128.0.0.1", "169.253.1.1", "172.15.0.1", "172.32.0.1",
        "192.0.1.1", "192.167.1.1", "192.169.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1",
        "::ffff:1.1.1.1", "64:ff9b::101:101"
    ]) func thePublicInternetIsReached(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(Reach(networks: []).permits(address))
        #expect(!Reach(networks: []).permits(address, plain: true), "without TLS nothing leaves the machine")
    }

    @Test func theOperatorAllowsNetworksBesideIt() throws {
        let reach = Reach(networks: try ["10.1.0.0/16", "127.0.0.0/8", "fd00:1::/32"].map { try #require(IPNetwork($0)) })
        func permits(_ text: String, plain: Bool = false) throws -> Bool { reach.permits(try #require(IPAddress(text)), plain: plain) }
        #expect(try permits("10.1.255.1") && permits("::ffff:10.1.0.1") && permits("fd00:1::1") && permits("127.0.0.1", plain: true))
        #expect(try !permits("10.2.0.1") && !permits("fd00:2::1") && !permits("10.1.0.1", plain: true) && !permits("::1", plain: true))
    }

    @Test(arguments: ["", "localhost", "10.0.0", "127.0.0.1\0.example.org", "::1\0"]) func whatIsNoAddressIsNotTaken(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: ["", "10.0.0.0", "10.0.0.0/33", "10.0.0/8", "::/129", "10.0.0.0/-1", "a/8", "10.0.0.0/8/9"]) func whatIsNoNetworkIsNotTaken(_ text: String) {
        #expect(IPNetwork(text) == nil)
    }
}
