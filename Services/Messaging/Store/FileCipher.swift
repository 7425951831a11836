import CareModels
import Crypto
import Foundation
import Sealing

/// Seals a file's chunks (AES-256-GCM) under a key that is its own, each bound to its place, so that none can be moved, swapped or
/// left out in the middle.
struct FileCipher: Sendable {
    private let key: SecretBytes
    private let id: AttachmentID

    init(key: [UInt8], of id: AttachmentID) {
        self.key = SecretBytes(key)
        self.id = id
    }

    static func newKey() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes(Array.init) }

    func seal(_ bytes: [UInt8], chunk index: Int) throws -> [UInt8] { try seal(bytes, at: "chunk \(index) of \(id)") }
    func open(_ bytes: [UInt8], chunk index: Int) throws -> [UInt8] { try open(bytes, at: "chunk \(index) of \(id)") }
    func sealRendition(_ bytes: [UInt8], _ pixels: Int) throws -> [UInt8] { try seal(bytes, at: "rendition \(pixels) of \(id)") }
    func openRendition(_ bytes: [UInt8], _ pixels: Int) throws -> [UInt8] { try open(bytes, at: "rendition \(pixels) of \(id)") }
    func sealName(_ name: String) throws -> [UInt8] { try seal(Array(name.utf8), at: "name of \(id)") }
    func openName(_ bytes: [UInt8]) throws -> String { String(decoding: try open(bytes, at: "name of \(id)"), as: UTF8.self) }

    private func seal(_ bytes: [UInt8], at place: String) throws -> [UInt8] { Array(try key.seal(bytes, at: place)) }
    private func open(_ bytes: [UInt8], at place: String) throws -> [UInt8] { Array(try key.open(bytes, at: place)) }
}
