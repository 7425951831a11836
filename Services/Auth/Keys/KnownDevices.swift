import CareModels
import Sealing

/// What a browser or an app shows that somebody has logged in with before: it then stands in a bucket of its own, so that neither who guesses at the name from elsewhere
/// nor who guesses behind the same address shuts its person out. Only a right password gives one, and it opens nothing by itself.
///
/// 16 random bytes and a keyed hash of them with the name, which is not in it.
struct KnownDevices: Sendable {
    /// Of one browser, which several people may share: the latest first.
    static let most = 3
    static let lifetime = 180 * 86_400

    private static let size = 16

    let masters: MasterKeys

    func token(for username: String) -> String {
        let id = Secret.random(bytes: Self.size)
        return Base64URL.encode(id + masters.key(for: .devices).authenticate(Self.text(id, username)))
    }

    /// The device's id, if one of the tokens is for this name; also one from before a new master key took over.
    func device(_ tokens: [String], of username: String) -> [UInt8]? {
        tokens.prefix(Self.most).lazy.compactMap { Base64URL.decode($0) }.compactMap { bytes -> [UInt8]? in
            let (id, proof) = (Array(bytes.prefix(Self.size)), Array(bytes.dropFirst(Self.size)))
            return masters.keys(for: .devices).contains { $0.isAuthentication(proof, of: Self.text(id, username)) } ? id : nil
        }.first
    }

    /// What the browser is to hold from now on.
    func tokens(_ held: [String], with username: String) -> [String] {
        let others = held.filter { device([$0], of: username) == nil }
        return Array(([token(for: username)] + others).prefix(Self.most))
    }

    private static func text(_ id: [UInt8], _ username: String) -> [UInt8] { id + Array(Username.normalize(username).utf8) }
}
