import CareModels

extension Secret {
    static func random(bytes: Int = 32) -> [UInt8] { RandomBytes.make(bytes) }
}
