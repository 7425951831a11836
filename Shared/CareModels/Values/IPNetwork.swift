import Foundation

/// An address of IPv4 (4 bytes) or IPv6 (16).
package struct IPAddress: Hashable, Sendable {
    package var bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// As it is usually written; nil of anything else, a name too.
    package init?(_ text: String) {
        // In C a string ends there, whatever stands behind it.
        guard !text.utf8.contains(0) else { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 {
                self.bytes = bytes
                return
            }
        }
        return nil
    }

    /// Of an address of IPv6 that stands for one of IPv4, that one: mapped (RFC 4291, 2.5.5.2), or translated by NAT64 (RFC 6052).
    package var embedded: IPAddress? {
        let prefixes: [[UInt8]] = [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]]
        guard bytes.count == 16, prefixes.contains(Array(bytes[..<12])) else { return nil }
        return IPAddress(Array(bytes[12...]))
    }

    /// Whether a host is this machine by its name or an address (one of IPv6 with brackets or without).
    package static func isThisMachine(_ host: String) -> Bool {
        host.lowercased() == "localhost" || IPAddress(host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host)?.isLoopback == true
    }

    package var isLoopback: Bool { IPNetwork.loopback.contains { $0.contains(self) } }
}

/// `10.0.0.0/8`, `2001:db8::/32`.
package struct IPNetwork: Hashable, Sendable {
    private var address: IPAddress
    private var length: Int

    /// Nil when it is not written so; bits behind the length count for nothing.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = IPAddress(String(parts[0])), let length = Int(parts[1]), (0...address.bytes.count * 8).contains(length) else { return nil }
        self.address = address
        self.length = length
    }

    private init(known text: String) {
        guard let network = IPNetwork(text) else { preconditionFailure("no network: \(text)") }
        self = network
    }

    package func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return (0..<length).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return other.bytes[bit / 8] & mask == address.bytes[bit / 8] & mask
        }
    }

    static let loopback = ["127.0.0.0/8", "::1/128"].map { IPNetwork(known: $0) }

    /// Of IPv4, what is not the public internet's (IANA's special-purpose registry): private, shared, loopback, link-local, for documentation and tests,
    /// multicast, reserved.
    static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24",
        "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"
    ].map { IPNetwork(known: $0) }

    /// Of IPv6 only these are handed out, and of them not what is special: protocols' own (Teredo among them), 6to4, documentation.
    static let global = IPNetwork(known: "2000::/3")
    static let specialV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map { IPNetwork(known: $0) }
}
