/// Which addresses a service may connect to where somebody else has named the server: the public internet's, and what the operator allows beside it. So nobody
/// makes it ask what only it can reach (SSRF).
package struct Reach: Sendable {
    /// Networks that the operator allows.
    package var networks: [IPNetwork]

    package init(networks: [IPNetwork]) { self.networks = networks }

    /// Without TLS nothing is sent but to this machine.
    package func permits(_ address: IPAddress, plain: Bool = false) -> Bool {
        let meant = address.embedded ?? address
        if plain, !meant.isLoopback { return false }
        if networks.contains(where: { $0.contains(address) || $0.contains(meant) }) { return true }
        if meant.bytes.count == 4 { return !IPNetwork.special.contains { $0.contains(meant) } }
        return IPNetwork.global.contains(meant) && !IPNetwork.specialV6.contains { $0.contains(meant) }
    }
}
