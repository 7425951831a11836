import Foundation

/// Which peers may speak for others (`X-Forwarded-For`), and what their word makes of a client's address.
package struct TrustedProxies: Sendable {
    private let ranges: [Range]

    private struct Range: Sendable {
        let address: [UInt8]
        let bits: Int

        func contains(_ other: [UInt8]) -> Bool {
            var left = bits
            for (mine, theirs) in zip(address, other) where left > 0 {
                let mask = left >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> left)
                if mine & mask != theirs & mask { return false }
                left -= 8
            }
            return true
        }
    }

    /// The machine itself: the gateway of a single-machine installation. Not all of 127.0.0.0/8: by 127.0.0.2 the TLS beside a service hands on
    /// callers who have not proved to be the gateway (deploy/tls/haproxy.cfg).
    package static let loopback = TrustedProxies(parsing: "127.0.0.1,::1")!

    /// Addresses and CIDR ranges, separated by commas; nil when one of them is neither. Empty trusts nobody.
    package init?(parsing text: String) {
        var ranges: [Range] = []
        for item in text.split(separator: ",") {
            let parts = item.trimmingCharacters(in: .whitespaces).split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2, let first = parts.first, let address = Self.bytes(String(first)) else { return nil }
            let isV4 = first.contains(".") && !first.contains(":")
            var bits = 128
            if parts.count == 2 {
                guard let given = Int(parts[1]), (0...(isV4 ? 32 : 128)).contains(given) else { return nil }
                bits = isV4 ? given + 96 : given
            }
            ranges.append(Range(address: address, bits: bits))
        }
        self.ranges = ranges
    }

    func contains(_ address: String) -> Bool {
        guard let bytes = Self.bytes(address) else { return false }
        return ranges.contains { $0.contains(bytes) }
    }

    /// 16 bytes; an IPv4 address in its mapped form (RFC 4291, section 2.5.5.2).
    static func bytes(_ text: String) -> [UInt8]? {
        // C reads a text to its first zero.
        guard !text.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, text, &bytes) == 1 { return bytes }
        var four = [UInt8](repeating: 0, count: 4)
        guard inet_pton(AF_INET, text, &four) == 1 else { return nil }
        return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] + four
    }
}

enum ClientAddress {
    /// The other end of a connection.
    struct Peer: Sendable {
        let address: String
        let proxies: TrustedProxies

        /// Walks X-Forwarded-For from the right, past trusted proxies, to the first address that is nobody's we trust.
        func client(forwardedFor values: [Substring]) -> String {
            guard !values.isEmpty, proxies.contains(address) else { return address }
            var client = address
            for value in values.suffix(32).reversed() {
                let candidate = value.trimmingCharacters(in: .whitespaces)
                guard TrustedProxies.bytes(candidate) != nil else { return client }
                client = candidate
                if !proxies.contains(candidate) { return client }
            }
            return client
        }
    }
}
