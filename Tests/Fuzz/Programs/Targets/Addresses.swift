import CareModels
import Foundation

@testable import AuthService
@testable import HTTP

extension FuzzTarget {
    /// Addresses: of clients by X-Forwarded-For, of networks by an operator, and telephone numbers as people write them.
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
    }
}
