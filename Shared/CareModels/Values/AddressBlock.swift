import Foundation

/// What counts as one address: an IPv4 address, also as IPv6 maps it (RFC 4291, 2.5.5.2), or the /64 of an IPv6 address, since each
/// subscriber has a whole one.
package enum AddressBlock {
    package static func of(_ address: String) -> String {
        guard let groups = groups(address) else { return address }
        if groups.prefix(5).allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
            return [groups[6] >> 8, groups[6] & 0xFF, groups[7] >> 8, groups[7] & 0xFF].map(String.init).joined(separator: ".")
        }
        return groups.prefix(4).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }

    /// As much of an address as says from about where somebody came: the /24 of an IPv4 address, the /48 of an IPv6 address. Nil for another text.
    package static func prefix(of address: String) -> String? {
        let block = of(address)
        let bytes = block.split(separator: ".").compactMap { UInt8($0) }
        if bytes.count == 4 { return "\(bytes[0]).\(bytes[1]).\(bytes[2]).0/24" }
        return groups(address).map { groups in groups.prefix(3).map { String($0, radix: 16) }.joined(separator: ":") + "::/48" }
    }

    /// The eight numbers of an IPv6 address, without its zone; nil for another text.
    private static func groups(_ address: String) -> [UInt16]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, String(address.prefix { $0 != "%" }), &bytes) == 1 else { return nil }
        return stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    }
}
