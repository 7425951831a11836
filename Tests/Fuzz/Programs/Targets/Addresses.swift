import CareModels
import Foundation

@testable import AuthService
@testable import HTTP
@testable import WebhooksService

extension FuzzTarget {
    /// Addresses: of clients by X-Forwarded-For, of networks by an operator, of webhooks' receivers, and telephone numbers as people write them.
    static let addresses = FuzzTarget("addresses", longest: 512) { input in
        let text = String(decoding: input, as: UTF8.self)
        let peer = ClientAddress.Peer(address: "127.0.0.1", proxies: .loopback)
        let client = peer.client(forwardedFor: text.split(separator: ","))
        expect(TrustedProxies.bytes(client) != nil, "\(client) is no address")
        let block = AddressBlock.of(client)
        expect(block.utf8.count < 64, "\(block) is no block")
        _ = TrustedProxies(parsing: text)?.contains(client)
        for country in ["US", "CA", "GB", "IT", "ZZ", nil] {
            guard let number = PhoneNumber(text, country: country) else { continue }
            expect(number.e164.utf8.first == UInt8(ascii: "+"), "\(number.e164) is not E.164")
            expect(number.e164.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }, "\(number.e164) is not E.164")
            expect((9...16).contains(number.e164.utf8.count), "\(number.e164) is not E.164")
            expect(PhoneNumber(number.e164, country: nil) == number, "\(number.e164) is not read again")
            expect(PhoneNumber(number.uri, country: nil) == number, "\(number.uri) is not read again")
        }
        receiver(text)
        if let address = IPAddress(text) {
            expect(address.text.flatMap { IPAddress($0) } == address, "\(address) is not read again")
            expect(!text.utf8.contains(0), "an address and something behind it")
            reach(address)
        }
        for length in [4, 16] where input.count >= length { reach(IPAddress(Array(input.prefix(length)))) }
    }

    private static let internet = Reach(networks: [])

    /// Where a webhook may be sent, as it is written.
    private static func receiver(_ text: String) {
        var checks = Checks()
        WebhookURL.check(text, "url", within: internet, &checks)
        guard checks.faults.isEmpty else { return }
        // As `OutsideServers` tells them apart.
        let plain = text.lowercased().hasPrefix("http:")
        expect(text.lowercased().hasPrefix(plain ? "http://" : "https://"), "\(text) is of another scheme")
        expect(text.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "more than one word of a request's line")
        expect(!text.contains("#"), "\(text) has a fragment")
        // Whatever may be asked without TLS is this machine, by the one name that needs no permission to be written down.
        if plain { expect(URLComponents(string: text)?.host?.lowercased() == "localhost", "\(text) goes without TLS") }
    }

    /// What a socket may be opened to.
    private static func reach(_ address: IPAddress) {
        let bytes = address.bytes
        expect(!internet.permits(address, plain: true), "without TLS to \(bytes)")
        if let network = IPNetwork("\(address.text ?? "")/\(bytes.count * 8)") {
            expect(Reach(networks: [network]).permits(address), "\(bytes) is allowed and refused")
        }
        guard bytes.count == 4 else {
            let isHandedOut = bytes[0] & 0xe0 == 0x20
            return expect(isHandedOut || address.embedded != nil || !internet.permits(address), "to \(bytes)")
        }
        let isOurs =
            switch (bytes[0], bytes[1]) {
            case (0, _), (10, _), (127, _), (224..., _), (100, 64...127), (169, 254), (172, 16...31), (192, 168): true
            default: false
            }
        expect(!isOurs || !internet.permits(address), "to \(bytes)")
        for prefix in [[UInt8](repeating: 0, count: 10) + [0xff, 0xff], [0, 0x64, 0xff, 0x9b] + [UInt8](repeating: 0, count: 8)] {
            expect(internet.permits(IPAddress(prefix + bytes)) == internet.permits(address), "\(bytes) in another guise")
        }
    }
}

extension IPAddress {
    /// As it is usually written.
    fileprivate var text: String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
