import Sealing

extension RefreshToken {
    /// Of a new family.
    static func first() -> RefreshToken { RefreshToken(handle: Secret.random(bytes: 16), secret: Secret.random()) }

    /// The token of the next generation: HMAC-SHA256(key, handle ‖ generation ‖ secret).
    func successor(generation: Int, key: SecretBytes) -> RefreshToken {
        let counter = withUnsafeBytes(of: UInt64(generation).bigEndian, Array.init)
        return RefreshToken(handle: handle, secret: key.authenticate(handle + counter + secret))
    }
}
