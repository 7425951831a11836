extension Secret {
    static func random(bytes: Int = 32) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<bytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
