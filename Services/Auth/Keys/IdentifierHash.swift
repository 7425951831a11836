import CareModels
import Sealing

/// Keyed hashes of what is compared but need not be known: names tried at the login, addresses. Without the key they cannot
/// be found by trying all addresses.
struct IdentifierHash: Sendable {
    let masters: MasterKeys

    func account(_ username: String) -> [UInt8] { hash("account", Username.normalize(username)) }

    func address(_ address: String) -> [UInt8] { hash("address", AddressBlock.of(address)) }

    /// Of tries from a device that somebody has logged in with by this name before: apart from those of others, for the name and for the address.
    func account(_ username: String, device: [UInt8]) -> [UInt8] { hash("account-device", "\(Base64URL.encode(device)) \(Username.normalize(username))") }

    func address(device: [UInt8]) -> [UInt8] { hash("address-device", Base64URL.encode(device)) }

    /// Of proofs from a session of the person's in this client: apart from those of strangers, and one for all such sessions, so that another session gives no more tries.
    func account(_ username: String, signedInTo client: String) -> [UInt8] { hash("account-session", "\(client) \(Username.normalize(username))") }

    func address(of username: String, signedInTo client: String) -> [UInt8] { hash("address-session", "\(client) \(Username.normalize(username))") }

    func signUps(from address: String) -> [UInt8] { hash("sign-ups", AddressBlock.of(address)) }

    func passwordLink(_ typed: String) -> [UInt8] { hash("password-link", typed.lowercased()) }

    /// Of codes of devices that somebody tries, by themselves and in their browser.
    func deviceCodes(of user: UserID) -> [UInt8] { hash("device-codes", user.description) }

    func deviceCodes(in browser: String) -> [UInt8] { hash("device-codes-browser", browser) }

    /// A number from 0 to 1 that belongs to the name.
    func place(of username: String) -> Double {
        let bits = hash("cost", Username.normalize(username)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Double(bits >> 11) / Double(1 << 53 as UInt64)
    }

    private func hash(_ kind: String, _ text: String) -> [UInt8] {
        Array(masters.key(for: .identifiers).authenticate(Array("\(kind)\u{0}\(text)".utf8)).prefix(16))
    }
}
