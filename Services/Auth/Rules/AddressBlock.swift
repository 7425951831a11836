import Foundation

/// What counts as one address: an IPv4 address, or the /64 of an IPv6 address, since each subscriber has a whole one.
enum AddressBlock {
    static func of(_ address: String) -> String {
        guard address.contains(":"), !address.contains(".") else { return address }
        let halves = address.lowercased().split(separator: "%")[0].components(separatedBy: "::")
        let left = halves[0].split(separator: ":").map(String.init)
        let right = halves.count > 1 ? halves[1].split(separator: ":").map(String.init) : []
        let zeros = halves.count > 1 ? max(0, 8 - left.count - right.count) : 0
        let groups = left + Array(repeating: "0", count: zeros) + right
        return groups.prefix(4).map { String(Int($0, radix: 16) ?? 0, radix: 16) }.joined(separator: ":") + "::/64"
    }
}
