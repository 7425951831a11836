import CareService

/// Keyed hashes of what is compared but need not be known: names tried at the login, addresses. Without the key they cannot
/// be found by trying all addresses.
struct IdentifierHash: Sendable {
    let masters: MasterKeys

    func account(_ username: String) -> [UInt8] { hash("account", Username.normalize(username)) }

    func address(_ address: String) -> [UInt8] { hash("address", AddressBlock.of(address)) }

    private func hash(_ kind: String, _ text: String) -> [UInt8] {
        Array(masters.key(for: .identifiers).authenticate(Array("\(kind)\u{0}\(text)".utf8)).prefix(16))
    }
}
