import CareModels

extension Environment {
    /// Networks with spaces between: `10.1.0.0/16 fd00::/8`.
    package mutating func networks(_ name: String) -> [IPNetwork] {
        var networks: [IPNetwork] = []
        for word in string(name, default: "").split(separator: " ") {
            guard let network = IPNetwork(String(word)) else {
                fail(name, "must be networks with spaces between, such as 10.1.0.0/16 fd00::/8")
                break
            }
            networks.append(network)
        }
        return networks
    }
}
